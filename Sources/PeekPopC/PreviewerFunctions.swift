import CPeekPop
import Glibc
import PeekPop

/// What a `peekpop_previewer` stands for.
final class PreviewerObject {
    let previewer: Previewer
    private let presenter: PresenterObject
    /// The previewer does not keep it.
    private let window: WindowObject
    /// What C borrows: each until it is unregistered.
    private var contexts: [ContextObject] = []

    init(_ connection: PressConnection?, _ window: WindowObject, _ presenter: PresenterObject) {
        self.presenter = presenter
        self.window = window
        previewer = Previewer(window: window, presenter: presenter, connection: connection)
        previewer.onMeansChange = { [unowned presenter] in presenter.tell($0) }
    }

    func register(_ callbacks: peekpop_previewing_callbacks, _ view: ViewObject, _ data: AppData) -> ContextObject {
        let context = ContextObject(callbacks, data)
        context.attach(previewer.registerForPreviewing(with: context, sourceView: view))
        contexts.append(context)
        return context
    }

    func unregister(_ context: ContextObject) {
        guard contexts.contains(where: { $0 === context }), let registration = context.context else { return }
        previewer.unregisterForPreviewing(registration)
        contexts.removeAll { $0 === context }
    }

    func end() {
        for context in contexts { unregister(context) }
        presenter.end()
    }
}

/// Calls the app's presenter.
final class PresenterObject: PreviewPresenter {
    /// Next to empty once its previewer was freed.
    private var callbacks: peekpop_presenter_callbacks
    private let data: AppData

    init(_ callbacks: peekpop_presenter_callbacks, _ data: AppData) {
        self.callbacks = callbacks
        self.data = data
    }

    /// Only how a preview that shows ends is still told: within a callback that is when it returns.
    func end() {
        var last = peekpop_presenter_callbacks()
        last.pop = callbacks.pop
        last.dismiss = callbacks.dismiss
        callbacks = last
    }

    func tell(_ means: PreviewMeans) { callbacks.means_changed?(means.inC, data.pointer) }

    func begin(_ preview: Preview, in context: PreviewingContext) {
        guard let context = context.delegate as? ContextObject else { return }
        callbacks.begin?(borrowed(preview.object), borrowed(context), data.pointer)
    }

    func previewProgress(_ progress: Double, of preview: Preview) {
        callbacks.preview_progress?(borrowed(preview.object), progress, data.pointer)
    }

    func peek(_ preview: Preview) { callbacks.peek?(borrowed(preview.object), data.pointer) }

    func commitProgress(_ progress: Double, of preview: Preview) {
        callbacks.commit_progress?(borrowed(preview.object), progress, data.pointer)
    }

    func showActions(_ sheet: PreviewActionSheet, of preview: Preview) {
        let lent = Lent()
        callbacks.show_actions?(borrowed(preview.object), lent.one(sheet.inC(lent)), data.pointer)
    }

    func updateActions(_ sheet: PreviewActionSheet, of preview: Preview) {
        let lent = Lent()
        callbacks.update_actions?(borrowed(preview.object), lent.one(sheet.inC(lent)), data.pointer)
    }

    func chooseAction(_ action: PreviewAction, of preview: Preview) {
        let lent = Lent()
        callbacks.choose_action?(borrowed(preview.object), lent.one(action.inC(lent)), data.pointer)
    }

    func hideActions(of preview: Preview) { callbacks.hide_actions?(borrowed(preview.object), data.pointer) }

    func pop(_ preview: Preview) { callbacks.pop?(borrowed(preview.object), data.pointer) }

    func dismiss(_ preview: Preview, reason: DismissReason) {
        let (why, reason) = reason.inC
        callbacks.dismiss?(borrowed(preview.object), why, reason, data.pointer)
    }
}

@_cdecl("peekpop_previewer_new")
public func previewerNew(
    _ connection: OpaquePointer?, _ window: OpaquePointer?, _ callbacks: UnsafePointer<peekpop_presenter_callbacks>?,
    _ data: UnsafeMutableRawPointer?, _ destroy: peekpop_destroy?
) -> OpaquePointer? {
    guard let window = object(window, ViewObject.self) as? WindowObject, let callbacks = copied(callbacks) else {
        return invalid()
    }
    return retained(
        PreviewerObject(
            object(connection, ConnectionObject.self)?.connection, window,
            PresenterObject(callbacks, AppData(data, destroy))))
}

@_cdecl("peekpop_previewer_free")
public func previewerFree(_ previewer: OpaquePointer?) {
    taken(previewer, PreviewerObject.self)?.end()
}

@_cdecl("peekpop_previewer_get_means")
public func previewerGetMeans(_ previewer: OpaquePointer?) -> peekpop_means {
    object(previewer, PreviewerObject.self)?.previewer.means.inC ?? PEEKPOP_MEANS_LONG_PRESS
}

@_cdecl("peekpop_previewer_set_feedback")
public func previewerSetFeedback(
    _ previewer: OpaquePointer?, _ hint: peekpop_pattern, _ peek: peekpop_pattern, _ pop: peekpop_pattern
) {
    object(previewer, PreviewerObject.self)?.previewer.feedback = PreviewFeedback(
        hint: FeedbackPattern(hint), peek: FeedbackPattern(peek), pop: FeedbackPattern(pop))
}

@_cdecl("peekpop_previewer_window_changed")
public func previewerWindowChanged(_ previewer: OpaquePointer?) {
    object(previewer, PreviewerObject.self)?.previewer.windowDidChange()
}

@_cdecl("peekpop_previewer_preview")
public func previewerPreview(
    _ previewer: OpaquePointer?, _ view: OpaquePointer?, _ location: UnsafePointer<peekpop_point>?
) -> Bool {
    guard let view = object(view, ViewObject.self) else { return false }
    return object(previewer, PreviewerObject.self)?.previewer.preview(view, at: location.map { Point($0.pointee) })
        ?? false
}

@_cdecl("peekpop_previewer_commit")
public func previewerCommit(_ previewer: OpaquePointer?) {
    object(previewer, PreviewerObject.self)?.previewer.commit()
}

@_cdecl("peekpop_previewer_dismiss")
public func previewerDismiss(_ previewer: OpaquePointer?) {
    object(previewer, PreviewerObject.self)?.previewer.dismiss()
}

@_cdecl("peekpop_previewer_select")
public func previewerSelect(_ previewer: OpaquePointer?, _ direction: Int32) {
    object(previewer, PreviewerObject.self)?.previewer.select(direction < 0 ? .previous : .next)
}

@_cdecl("peekpop_previewer_select_at")
public func previewerSelectAt(_ previewer: OpaquePointer?, _ index: Int) {
    object(previewer, PreviewerObject.self)?.previewer.select(at: index)
}

@_cdecl("peekpop_previewer_choose")
public func previewerChoose(_ previewer: OpaquePointer?) {
    object(previewer, PreviewerObject.self)?.previewer.choose()
}

@_cdecl("peekpop_previewer_back")
public func previewerBack(_ previewer: OpaquePointer?) {
    object(previewer, PreviewerObject.self)?.previewer.back()
}
