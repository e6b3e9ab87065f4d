// What the machine's answers mean for the presenter, the delegates and the actions.
extension Previewer {
    /// - Parameter event: the step of a press that it comes from.
    func step(_ input: PreviewInput, _ event: PressEvent? = nil) {
        guard let session else { return }
        let (state, outcomes) = PreviewMachine.step(session.state, input)
        if outcomes.contains(.dismiss), input == .choose { session.dismissReason = .action }
        session.state = state
        for outcome in outcomes { carryOut(outcome, of: session, event) }
        if state == .idle { close(session) }
    }

    private func close(_ session: Session) {
        guard self.session === session else { return }
        self.session = nil
        switch session.registration {
        case .context(let context): context.narrowedRect = session.restingRect
        case .interaction(let interaction): interaction.object?.windowLocation = nil
        }
    }

    private func carryOut(_ outcome: PreviewOutcome, of session: Session, _ event: PressEvent?) {
        switch session.registration {
        case .context(let context):
            guard let preview = session.preview else { return }
            carryOut(outcome, of: session, preview, context, event)
        case .interaction(let weak):
            guard let interaction = weak.object, let delegate = interaction.delegate else { return }
            PreviewInteractionTeller(interaction: interaction, delegate: delegate).tell(outcome, event)
        }
        switch outcome {
        case .begin: play(feedback.hint, session)
        case .peek: play(feedback.peek, session)
        case .pop: play(feedback.pop, session)
        default: break
        }
    }

    private func play(_ pattern: FeedbackPattern?, _ session: Session) {
        guard let pattern, let pad = session.pad, pad.hasHaptics else { return }
        connection?.playFeedback(pattern, on: pad.id)
    }

    private func carryOut(
        _ outcome: PreviewOutcome, of session: Session, _ preview: Preview, _ context: PreviewingContext,
        _ event: PressEvent?
    ) {
        switch outcome {
        case .begin:
            context.failureRelationship.enter(.began)
            presenter.begin(preview, in: context)
        case .previewProgress: presenter.previewProgress(event?.preview ?? 1, of: preview)
        case .previewWhole: presenter.previewProgress(1, of: preview)
        case .peek: presenter.peek(preview)
        case .commitProgress: presenter.commitProgress(event?.commit ?? 0, of: preview)
        case .commitWhole: presenter.commitProgress(1, of: preview)
        case .swipe: if let event { swipe(to: event.translation, session, preview) }
        case .showActions: showLevel(session)
        case .hideActions:
            session.navigation = nil
            presenter.hideActions(of: preview)
        case .pinActions: showSelection(session)
        case .choose: choose(in: session, preview)
        case .pop:
            session.navigation = nil
            presenter.pop(preview)
            context.delegate?.previewingContext(context, commit: preview)
            endRelationship(context)
        case .dismiss:
            session.navigation = nil
            presenter.dismiss(preview, reason: session.dismissReason)
            endRelationship(context)
        }
    }

    private func endRelationship(_ context: PreviewingContext) {
        context.failureRelationship.enter(.ended)
        context.failureRelationship.enter(.possible)
    }

    // MARK: Actions

    private func choose(in session: Session, _ preview: Preview) {
        guard let action = session.navigation?.selected as? PreviewAction else { return }
        presenter.chooseAction(action, of: preview)
        action.handler(action, preview)
    }

    private func swipe(to translation: Point, _ session: Session, _ preview: Preview) {
        while let move = session.swipe.move(
            to: translation, in: session.navigation ?? ActionNavigation(preview.actions))
        {
            switch move {
            case .show:
                session.navigation = ActionNavigation(preview.actions)
                step(.showActions)
            case .hide: step(.hideActions)
            case .select(let index):
                session.navigation?.selection = index
                showSelection(session)
            case .open, .leave:
                _ = move == .open ? session.navigation?.open() : session.navigation?.leave()
                session.swipe.entered(at: translation, selection: session.navigation?.selection)
                showLevel(session)
            }
        }
    }

    /// Another level is to be seen.
    func showLevel(_ session: Session) {
        guard let sheet = session.sheet, let preview = session.preview else { return }
        presenter.showActions(sheet, of: preview)
    }

    func showSelection(_ session: Session) {
        guard let sheet = session.sheet, let preview = session.preview else { return }
        presenter.updateActions(sheet, of: preview)
    }
}

/// The machine's answers in the words of an interaction.
private struct PreviewInteractionTeller {
    let interaction: PreviewInteraction
    let delegate: any PreviewInteractionDelegate

    func tell(_ outcome: PreviewOutcome, _ event: PressEvent?) {
        switch outcome {
        case .previewProgress:
            delegate.previewInteraction(
                interaction, didUpdatePreviewTransition: event?.preview ?? 0, ended: false)
        case .peek: delegate.previewInteraction(interaction, didUpdatePreviewTransition: 1, ended: true)
        case .commitProgress:
            delegate.previewInteraction(interaction, didUpdateCommitTransition: event?.commit ?? 0, ended: false)
        case .pop: delegate.previewInteraction(interaction, didUpdateCommitTransition: 1, ended: true)
        case .dismiss: delegate.previewInteractionDidCancel(interaction)
        case .begin, .previewWhole, .commitWhole, .swipe, .showActions, .hideActions, .pinActions, .choose: break
        }
    }
}
