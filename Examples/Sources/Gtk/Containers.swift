import CGtk

/// A row or column of widgets.
open class Box: Widget {
    /// - Parameter isFocusable: whether the keyboard comes to the box itself, before what is in it.
    public init(
        _ orientation: GtkOrientation, spacing: Int32 = 0, role: GtkAccessibleRole = GTK_ACCESSIBLE_ROLE_GROUP,
        isFocusable: Bool = false, _ children: [Widget] = []
    ) {
        super.init(pp_widget_new(isFocusable ? pp_focus_box_get_type() : gtk_box_get_type(), role))
        gtk_orientable_set_orientation(opaque, orientation)
        gtk_box_set_spacing(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GtkBox.self), spacing)
        children.forEach(append)
    }

    public static func row(spacing: Int32 = 0, _ children: Widget...) -> Box {
        Box(GTK_ORIENTATION_HORIZONTAL, spacing: spacing, children)
    }

    public static func column(spacing: Int32 = 0, _ children: Widget...) -> Box {
        Box(GTK_ORIENTATION_VERTICAL, spacing: spacing, children)
    }

    public func append(_ child: Widget) {
        gtk_box_append(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GtkBox.self), child.pointer)
    }

    public func remove(_ child: Widget) {
        gtk_box_remove(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GtkBox.self), child.pointer)
    }

    public func removeAll() { children.forEach(remove) }
}

/// Shows a part of its content, and scrolls it up and down.
public final class Scroller: Widget {
    public init(_ content: Widget) {
        super.init(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(opaque, content.pointer)
        expanding()
    }

    /// In pixels from the top.
    public var offset: Double {
        get { gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(opaque)) }
        set { gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(opaque), newValue) }
    }
}

/// Two sides with a divider between them.
public final class SplitView: Widget {
    public init(_ start: Widget, _ end: Widget, startWidth: Int32) {
        super.init(gtk_paned_new(GTK_ORIENTATION_HORIZONTAL))
        gtk_paned_set_start_child(opaque, start.pointer)
        gtk_paned_set_end_child(opaque, end.pointer)
        gtk_paned_set_position(opaque, startWidth)
        gtk_paned_set_resize_start_child(opaque, 0)
        gtk_paned_set_shrink_start_child(opaque, 0)
        gtk_paned_set_shrink_end_child(opaque, 0)
        expanding()
    }
}

/// One of several pages.
public final class Pages: Widget {
    public init() {
        super.init(gtk_stack_new())
        expanding()
    }

    public func append(_ page: Widget) { gtk_stack_add_child(opaque, page.pointer) }

    public var current: Widget? { gtk_stack_get_visible_child(opaque).map(Widget.of) }

    /// Goes to a page, at once or so that it slides in.
    public func show(_ page: Widget, sliding: Bool) {
        gtk_stack_set_transition_type(
            opaque, sliding ? GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT_RIGHT : GTK_STACK_TRANSITION_TYPE_NONE)
        gtk_stack_set_visible_child(opaque, page.pointer)
    }

    public func remove(_ page: Widget) { gtk_stack_remove(opaque, page.pointer) }
}

/// Rows below each other, of which one can be selected and activated.
public final class List: Widget {
    public init() {
        super.init(gtk_list_box_new())
    }

    /// - Returns: the row around it.
    @discardableResult
    public func append(_ content: Widget, name: String) -> ListRow {
        let row = ListRow(content)
        row.named(name)
        gtk_list_box_append(opaque, row.pointer)
        return row
    }

    public func remove(_ row: Widget) { gtk_list_box_remove(opaque, row.pointer) }

    public var rows: [ListRow] { children.compactMap { $0 as? ListRow } }

    /// The row at a height of the list's.
    public func row(atY y: Double) -> ListRow? {
        gtk_list_box_get_row_at_y(opaque, Int32(y)).map { row in
            Widget.of(UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self)) as! ListRow
        }
    }

    public var selection: Int? {
        get { gtk_list_box_get_selected_row(opaque).map { Int(gtk_list_box_row_get_index($0)) } }
        set { gtk_list_box_select_row(opaque, newValue.flatMap { gtk_list_box_get_row_at_index(opaque, Int32($0)) }) }
    }

    /// `false`: rows are only ever activated.
    @discardableResult
    public func selecting(_ isSelecting: Bool) -> List {
        gtk_list_box_set_selection_mode(opaque, isSelecting ? GTK_SELECTION_SINGLE : GTK_SELECTION_NONE)
        return self
    }

    /// A row was clicked, or Return pressed on it.
    public func onActivate(_ call: @escaping (ListRow) -> Void) {
        Signal.connectObject(raw, "row-activated") { row in
            guard let row = row?.assumingMemoryBound(to: GtkWidget.self) else { return }
            if let row = Widget.of(row) as? ListRow { call(row) }
        }
    }
}

public final class ListRow: Widget {
    public let content: Widget

    init(_ content: Widget) {
        self.content = content
        super.init(gtk_list_box_row_new())
        gtk_list_box_row_set_child(
            UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GtkListBoxRow.self), content.pointer)
    }

    public var index: Int {
        Int(gtk_list_box_row_get_index(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GtkListBoxRow.self)))
    }
}

/// Children in lines, as many in one as there is room for.
public final class FlowGrid: Widget {
    public init(columns: UInt32, spacing: UInt32) {
        super.init(gtk_flow_box_new())
        gtk_flow_box_set_selection_mode(opaque, GTK_SELECTION_NONE)
        gtk_flow_box_set_min_children_per_line(opaque, columns)
        gtk_flow_box_set_max_children_per_line(opaque, columns)
        gtk_flow_box_set_column_spacing(opaque, spacing)
        gtk_flow_box_set_row_spacing(opaque, spacing)
        gtk_flow_box_set_homogeneous(opaque, 1)
    }

    public func append(_ child: Widget, name: String) {
        gtk_flow_box_append(opaque, child.pointer)
        child.parentWidget?.named(name)
    }

    /// A child was clicked, or Return pressed on it: which one.
    public func onActivate(_ call: @escaping (Int) -> Void) {
        Signal.connectObject(raw, "child-activated") { child in
            guard let child else { return }
            call(Int(gtk_flow_box_child_get_index(child.assumingMemoryBound(to: GtkFlowBoxChild.self))))
        }
    }
}
