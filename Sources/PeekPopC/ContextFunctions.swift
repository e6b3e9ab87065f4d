import CPeekPop
import PeekPop

/// What a `peekpop_context` stands for: the registration, and the delegate that asks the app.
final class ContextObject: PreviewingDelegate {
    /// The registration has this object as its delegate, which it does not keep.
    private(set) var context: PreviewingContext?
    private let callbacks: peekpop_previewing_callbacks
    private let data: AppData

    /// - Parameter callbacks: with `preview_for`.
    init(_ callbacks: peekpop_previewing_callbacks, _ data: AppData) {
        self.callbacks = callbacks
        self.data = data
    }

    func attach(_ context: PreviewingContext) {
        self.context = context
        // Unregistered within a callback, it goes before what it has begun has ended.
        context.failureRelationship.onChange = { [weak self] state in
            guard let self else { return }
            callbacks.gesture?(borrowed(self), state.inC, data.pointer)
        }
    }

    func previewingContext(_ context: PreviewingContext, previewFor location: Point) -> Preview? {
        taken(callbacks.preview_for!(borrowed(self), location.inC, data.pointer), PreviewObject.self)?.preview
    }

    func previewingContext(_ context: PreviewingContext, commit preview: Preview) {
        callbacks.commit?(borrowed(self), borrowed(preview.object), data.pointer)
    }
}

@_cdecl("peekpop_previewer_register")
public func previewerRegister(
    _ previewer: OpaquePointer?, _ view: OpaquePointer?, _ callbacks: UnsafePointer<peekpop_previewing_callbacks>?,
    _ data: UnsafeMutableRawPointer?, _ destroy: peekpop_destroy?
) -> OpaquePointer? {
    guard let previewer = object(previewer, PreviewerObject.self), let view = object(view, ViewObject.self),
        let callbacks = copied(callbacks), callbacks.preview_for != nil
    else { return invalid() }
    return borrowed(previewer.register(callbacks, view, AppData(data, destroy)))
}

@_cdecl("peekpop_previewer_unregister")
public func previewerUnregister(_ previewer: OpaquePointer?, _ context: OpaquePointer?) {
    guard let context = object(context, ContextObject.self) else { return }
    object(previewer, PreviewerObject.self)?.unregister(context)
}

@_cdecl("peekpop_context_view")
public func contextView(_ context: OpaquePointer?) -> OpaquePointer? {
    object(context, ContextObject.self)?.context?.sourceView.map(borrowed)
}

@_cdecl("peekpop_context_get_source_rect")
public func contextGetSourceRect(_ context: OpaquePointer?) -> peekpop_rect {
    object(context, ContextObject.self)?.context?.sourceRect.inC ?? peekpop_rect()
}

@_cdecl("peekpop_context_set_source_rect")
public func contextSetSourceRect(_ context: OpaquePointer?, _ rect: peekpop_rect) {
    object(context, ContextObject.self)?.context?.sourceRect = Rect(rect)
}

@_cdecl("peekpop_context_get_gesture_state")
public func contextGetGestureState(_ context: OpaquePointer?) -> peekpop_gesture_state {
    object(context, ContextObject.self)?.context?.failureRelationship.state.inC ?? PEEKPOP_GESTURE_POSSIBLE
}

@_cdecl("peekpop_context_claim")
public func contextClaim(_ context: OpaquePointer?) {
    object(context, ContextObject.self)?.context?.failureRelationship.claim()
}
