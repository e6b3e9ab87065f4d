import CPeekPop
import PeekPopC
import Testing

/// That what C is promised is what Swift gives: a function of another type than its declaration does not compile here.
struct DeclarationTests {
    /// The declaration in peekpop.h, and the function.
    private func same<each In, Out>(
        _ name: String, _ declared: (repeat each In) -> Out, _ written: (repeat each In) -> Out
    ) -> String {
        name
    }

    @Test func everyFunctionIsOfTheTypeDeclared() {
        let functions = [
            same("peekpop_connection_new", peekpop_connection_new, connectionNew),
            same("peekpop_connection_free", peekpop_connection_free, connectionFree),
            same("peekpop_connection_fd", peekpop_connection_fd, connectionFd),
            same("peekpop_connection_dispatch", peekpop_connection_dispatch, connectionDispatch),
            same("peekpop_connection_run", peekpop_connection_run, connectionRun),
            same("peekpop_connection_close", peekpop_connection_close, connectionClose),
            same("peekpop_connection_get_state", peekpop_connection_get_state, connectionGetState),
            same("peekpop_connection_get_capability", peekpop_connection_get_capability, connectionGetCapability),
            same("peekpop_connection_play_feedback", peekpop_connection_play_feedback, connectionPlayFeedback),
            same("peekpop_previewer_register", peekpop_previewer_register, previewerRegister),
            same("peekpop_previewer_unregister", peekpop_previewer_unregister, previewerUnregister),
            same("peekpop_context_view", peekpop_context_view, contextView),
            same("peekpop_context_get_source_rect", peekpop_context_get_source_rect, contextGetSourceRect),
            same("peekpop_context_set_source_rect", peekpop_context_set_source_rect, contextSetSourceRect),
            same("peekpop_context_get_gesture_state", peekpop_context_get_gesture_state, contextGetGestureState),
            same("peekpop_context_claim", peekpop_context_claim, contextClaim),
            same("peekpop_interaction_new", peekpop_interaction_new, interactionNew),
            same("peekpop_interaction_free", peekpop_interaction_free, interactionFree),
            same("peekpop_interaction_cancel", peekpop_interaction_cancel, interactionCancel),
            same("peekpop_interaction_location", peekpop_interaction_location, interactionLocation),
            same("peekpop_long_press_new", peekpop_long_press_new, longPressNew),
            same("peekpop_long_press_free", peekpop_long_press_free, longPressFree),
            same("peekpop_long_press_down", peekpop_long_press_down, longPressDown),
            same("peekpop_long_press_move", peekpop_long_press_move, longPressMove),
            same("peekpop_long_press_up", peekpop_long_press_up, longPressUp),
            same("peekpop_long_press_cancel", peekpop_long_press_cancel, longPressCancel),
            same("peekpop_long_press_advance", peekpop_long_press_advance, longPressAdvance),
            same("peekpop_long_press_deadline", peekpop_long_press_deadline, longPressDeadline),
            same("peekpop_preview_new", peekpop_preview_new, previewNew),
            same("peekpop_preview_free", peekpop_preview_free, previewFree),
            same("peekpop_preview_content", peekpop_preview_content, previewContent),
            same("peekpop_preview_set_preferred_size", peekpop_preview_set_preferred_size, previewSetPreferredSize),
            same("peekpop_preview_get_preferred_size", peekpop_preview_get_preferred_size, previewGetPreferredSize),
            same("peekpop_preview_actions", peekpop_preview_actions, previewActions),
            same("peekpop_actions_add", peekpop_actions_add, actionsAdd),
            same("peekpop_actions_add_group", peekpop_actions_add_group, actionsAddGroup),
            same("peekpop_previewer_new", peekpop_previewer_new, previewerNew),
            same("peekpop_previewer_free", peekpop_previewer_free, previewerFree),
            same("peekpop_previewer_get_means", peekpop_previewer_get_means, previewerGetMeans),
            same("peekpop_previewer_set_feedback", peekpop_previewer_set_feedback, previewerSetFeedback),
            same("peekpop_previewer_window_changed", peekpop_previewer_window_changed, previewerWindowChanged),
            same("peekpop_previewer_preview", peekpop_previewer_preview, previewerPreview),
            same("peekpop_previewer_commit", peekpop_previewer_commit, previewerCommit),
            same("peekpop_previewer_dismiss", peekpop_previewer_dismiss, previewerDismiss),
            same("peekpop_previewer_select", peekpop_previewer_select, previewerSelect),
            same("peekpop_previewer_select_at", peekpop_previewer_select_at, previewerSelectAt),
            same("peekpop_previewer_choose", peekpop_previewer_choose, previewerChoose),
            same("peekpop_previewer_back", peekpop_previewer_back, previewerBack),
            same("peekpop_view_new", peekpop_view_new, viewNew),
            same("peekpop_window_new", peekpop_window_new, windowNew),
            same("peekpop_view_free", peekpop_view_free, viewFree),
            same("peekpop_view_convert", peekpop_view_convert, viewConvert),
        ]
        // And none was forgotten: Tests/Process/test_c_library.py compares the header with the symbols.
        #expect(Set(functions).count == 52)
    }
}
