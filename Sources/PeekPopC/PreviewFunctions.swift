import CPeekPop
import Glibc
import PeekPop

/// What a `peekpop_preview` stands for.
final class PreviewObject {
    let content: AppData
    var size = Size.zero
    let actions = ActionsObject()

    init(_ content: AppData) {
        self.content = content
    }

    /// As the library wants it; its content is this object.
    var preview: Preview {
        Preview(self, preferredContentSize: size, actions: actions.made())
    }
}

extension Preview {
    /// The object in C's hands.
    var object: PreviewObject { content as! PreviewObject }
}

/// What a `peekpop_actions` stands for: a preview has it, or a group of its.
final class ActionsObject {
    private enum Item {
        case action(String, PreviewActionStyle, peekpop_action_handler?, AppData)
        case group(String, PreviewActionStyle, ActionsObject)
    }

    private var items: [Item] = []

    func add(_ title: String, _ style: PreviewActionStyle, _ handler: peekpop_action_handler?, _ data: AppData) {
        items.append(.action(title, style, handler, data))
    }

    func addGroup(_ title: String, _ style: PreviewActionStyle) -> ActionsObject {
        let group = ActionsObject()
        items.append(.group(title, style, group))
        return group
    }

    func made() -> [any PreviewActionItem] {
        items.map { item in
            switch item {
            case .action(let title, let style, let handler, let data):
                PreviewAction(title: title, style: style) { _, preview in
                    handler?(borrowed(preview.object), data.pointer)
                }
            case .group(let title, let style, let group):
                PreviewActionGroup(title: title, style: style, actions: group.made())
            }
        }
    }
}

@_cdecl("peekpop_preview_new")
public func previewNew(_ content: UnsafeMutableRawPointer?, _ destroy: peekpop_destroy?) -> OpaquePointer? {
    retained(PreviewObject(AppData(content, destroy)))
}

@_cdecl("peekpop_preview_free")
public func previewFree(_ preview: OpaquePointer?) {
    _ = taken(preview, PreviewObject.self)
}

@_cdecl("peekpop_preview_content")
public func previewContent(_ preview: OpaquePointer?) -> UnsafeMutableRawPointer? {
    object(preview, PreviewObject.self)?.content.pointer
}

@_cdecl("peekpop_preview_set_preferred_size")
public func previewSetPreferredSize(_ preview: OpaquePointer?, _ width: Double, _ height: Double) {
    object(preview, PreviewObject.self)?.size = Size(width: width, height: height)
}

@_cdecl("peekpop_preview_get_preferred_size")
public func previewGetPreferredSize(
    _ preview: OpaquePointer?, _ width: UnsafeMutablePointer<Double>?, _ height: UnsafeMutablePointer<Double>?
) {
    let size = object(preview, PreviewObject.self)?.size ?? .zero
    width?.pointee = size.width
    height?.pointee = size.height
}

@_cdecl("peekpop_preview_actions")
public func previewActions(_ preview: OpaquePointer?) -> OpaquePointer? {
    guard let preview = object(preview, PreviewObject.self) else { return invalid() }
    return borrowed(preview.actions)
}

@_cdecl("peekpop_actions_add")
public func actionsAdd(
    _ actions: OpaquePointer?, _ title: UnsafePointer<CChar>?, _ style: peekpop_style,
    _ handler: peekpop_action_handler?, _ data: UnsafeMutableRawPointer?, _ destroy: peekpop_destroy?
) -> Int32 {
    guard let actions = object(actions, ActionsObject.self), let title else { return -EINVAL }
    actions.add(String(cString: title), PreviewActionStyle(style), handler, AppData(data, destroy))
    return 0
}

@_cdecl("peekpop_actions_add_group")
public func actionsAddGroup(
    _ actions: OpaquePointer?, _ title: UnsafePointer<CChar>?, _ style: peekpop_style
) -> OpaquePointer? {
    guard let actions = object(actions, ActionsObject.self), let title else { return invalid() }
    return borrowed(actions.addGroup(String(cString: title), PreviewActionStyle(style)))
}
