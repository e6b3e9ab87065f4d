import CPeekPop
import PeekPop

/// What a `peekpop_interaction` stands for.
final class InteractionObject: PreviewInteractionDelegate {
    private(set) var interaction: PreviewInteraction!
    /// Empty once it was freed.
    private var callbacks: peekpop_interaction_callbacks
    private let data: AppData

    init(_ callbacks: peekpop_interaction_callbacks, _ view: ViewObject, _ previewer: Previewer, _ data: AppData) {
        self.callbacks = callbacks
        self.data = data
        interaction = PreviewInteraction(view: view, in: previewer, delegate: self)
    }

    func end() { callbacks = peekpop_interaction_callbacks() }

    func previewInteractionShouldBegin(_ interaction: PreviewInteraction) -> Bool {
        callbacks.should_begin?(borrowed(self), data.pointer) ?? true
    }

    func previewInteraction(
        _ interaction: PreviewInteraction, didUpdatePreviewTransition progress: Double, ended: Bool
    ) {
        callbacks.preview_transition?(borrowed(self), progress, ended, data.pointer)
    }

    func previewInteraction(
        _ interaction: PreviewInteraction, didUpdateCommitTransition progress: Double, ended: Bool
    ) {
        callbacks.commit_transition?(borrowed(self), progress, ended, data.pointer)
    }

    func previewInteractionDidCancel(_ interaction: PreviewInteraction) {
        callbacks.cancelled?(borrowed(self), data.pointer)
    }
}

@_cdecl("peekpop_interaction_new")
public func interactionNew(
    _ previewer: OpaquePointer?, _ view: OpaquePointer?, _ callbacks: UnsafePointer<peekpop_interaction_callbacks>?,
    _ data: UnsafeMutableRawPointer?, _ destroy: peekpop_destroy?
) -> OpaquePointer? {
    guard let previewer = object(previewer, PreviewerObject.self), let view = object(view, ViewObject.self),
        let callbacks = copied(callbacks), callbacks.preview_transition != nil, callbacks.commit_transition != nil,
        callbacks.cancelled != nil
    else { return invalid() }
    return retained(InteractionObject(callbacks, view, previewer.previewer, AppData(data, destroy)))
}

@_cdecl("peekpop_interaction_free")
public func interactionFree(_ interaction: OpaquePointer?) {
    taken(interaction, InteractionObject.self)?.end()
}

@_cdecl("peekpop_interaction_cancel")
public func interactionCancel(_ interaction: OpaquePointer?) {
    object(interaction, InteractionObject.self)?.interaction.cancel()
}

@_cdecl("peekpop_interaction_location")
public func interactionLocation(
    _ interaction: OpaquePointer?, _ view: OpaquePointer?, _ location: UnsafeMutablePointer<peekpop_point>?
) -> Bool {
    guard let view = object(view, ViewObject.self),
        let place = object(interaction, InteractionObject.self)?.interaction.location(in: view)
    else { return false }
    location?.pointee = place.inC
    return true
}
