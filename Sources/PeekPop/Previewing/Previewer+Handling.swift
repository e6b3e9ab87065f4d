// What becomes of what has happened: which inputs of the machine it is. What the machine answers is carried out in
// Previewer+Outcomes.swift.
extension Previewer {
    func handle(_ stimulus: Stimulus) {
        switch stimulus {
        case .press(let event, let pad, let place): handle(event, pad, place)
        case .withdraw(let reason, let object): withdraw(reason, from: object)
        case .look: look()
        case .pin(let view, let location): pin(view, location)
        case .commit: step(.commit)
        case .select(let direction): move(direction)
        case .selectAt(let index): selectItem(index)
        case .choose: chooseSelected()
        case .back: leave()
        }
    }

    // MARK: Presses

    private func handle(_ event: PressEvent, _ pad: ForcePad?, _ known: Point?) {
        let key = PressKey(event)
        if event.phase == .began { return begin(event, pad, known, key) }
        if failed?.press == key, event.phase.isLast { forgetFailed() }
        guard session?.press == key else { return }
        look()
        guard let session else { return }
        follow(event, pad, known, session)
        switch event.phase {
        case .began: break
        case .changed: step(.change, event)
        case .peeked: step(.peek, event)
        case .popped: step(.pop, event)
        case .ended: finish(.release, .released, event)
        case .cancelled:
            let reason = event.reason ?? .released
            finish(reason == .released ? .release : .interrupt, reason, event)
        }
    }

    private func begin(_ event: PressEvent, _ pad: ForcePad?, _ known: Point?, _ key: PressKey) {
        // Its end was never told: by a service that breaks its word.
        if let session, let press = session.press, press.device == key.device {
            finish(.interrupt, .dropped, event)
        }
        if failed?.press.device == key.device { forgetFailed() }
        guard session == nil, let window, window.isActive, let place = known ?? place(of: event, on: pad),
            let registration = registration(at: place, in: window)
        else { return }
        open(registration, at: place, press: key, pad: pad, event: event, by: .begin)
    }

    /// Where in the window a press is meant.
    private func place(of event: PressEvent, on pad: ForcePad?) -> Point? {
        switch pad?.kind {
        case .touchscreen, .pen: window?.location(ofAbsolute: event.position)
        case .touchpad, .other, nil: window?.pointerLocation
        }
    }

    private func registration(at place: Point, in window: any PreviewWindow) -> Registration? {
        registrations.removeAll { !$0.isAlive }
        return HitTesting.innermost(of: registrations.map(\.view), at: place, in: window).map { registrations[$0] }
    }

    private func follow(_ event: PressEvent, _ pad: ForcePad?, _ known: Point?, _ session: Session) {
        guard case .interaction(let interaction) = session.registration,
            let place = known ?? place(of: event, on: pad)
        else { return }
        interaction.object?.windowLocation = place
    }

    // MARK: Asking

    /// Asks the app for what the registration shows, and begins it.
    private func open(
        _ registration: Registration, at place: Point, press: PressKey?, pad: ForcePad?, event: PressEvent?,
        by input: PreviewInput
    ) {
        var preview: Preview?
        var restingRect: Rect?
        switch registration {
        case .context(let context):
            restingRect = context.narrowedRect
            preview = ask(context, place)
            // Meanwhile the app may have done anything.
            guard preview != nil, isRegistered(context), isInWindow(context.sourceView), window?.isActive == true else {
                context.narrowedRect = restingRect
                return fail(context, press)
            }
        case .interaction(let weak):
            guard let interaction = weak.object, let delegate = interaction.delegate else { return }
            interaction.windowLocation = place
            guard delegate.previewInteractionShouldBegin(interaction) else {
                interaction.windowLocation = nil
                return
            }
        }
        let session = Session(registration, preview: preview, press: press, pad: pad)
        session.restingRect = restingRect
        self.session = session
        step(input, event)
    }

    private func ask(_ context: PreviewingContext, _ place: Point) -> Preview? {
        guard let delegate = context.delegate, let view = context.sourceView, let window else { return nil }
        do {
            return try delegate.previewingContext(context, previewFor: view.convert(place, from: window))
        } catch {
            onError?(error)
            return nil
        }
    }

    private func isRegistered(_ context: PreviewingContext) -> Bool {
        registrations.contains { $0.object === context }
    }

    private func isInWindow(_ view: (any PreviewView)?) -> Bool {
        guard let view, let window else { return false }
        return view.isDescendant(of: window)
    }

    private func fail(_ context: PreviewingContext, _ press: PressKey?) {
        guard let press else { return }
        failed = (press, context.failureRelationship)
        context.failureRelationship.enter(.failed)
    }

    private func forgetFailed() {
        let relationship = failed?.relationship
        failed = nil
        // The keyboard may have shown a preview there since.
        if relationship?.state == .failed { relationship?.enter(.possible) }
    }

    // MARK: Window and app

    private func look() {
        guard let session, session.isShown else { return }
        if !session.registration.isAlive || !isInWindow(session.registration.view) {
            withdraw(.viewRemoved, from: nil)
        } else if window?.isActive != true {
            withdraw(.focusLost, from: nil)
        }
    }

    private func withdraw(_ reason: DismissReason, from object: AnyObject?) {
        guard let session, object == nil || session.registration.object === object else { return }
        session.dismissReason = reason
        step(.withdraw)
    }

    private func pin(_ view: any PreviewView, _ location: Point?) {
        guard session == nil, let window, isInWindow(view) else { return }
        registrations.removeAll { !$0.isAlive }
        let around = registrations.compactMap { registration in
            registration.view.flatMap { view.isDescendant(of: $0) ? (registration, $0) : nil }
        }
        // The innermost one; the later one of equals.
        guard
            var (registration, source) = around.last
        else { return }
        for (candidate, candidateView) in around.reversed()
        where candidateView !== source && candidateView.isDescendant(of: source) {
            (registration, source) = (candidate, candidateView)
        }
        let bounds = view.bounds
        let middle = Point(
            x: bounds.origin.x + bounds.size.width / 2, y: bounds.origin.y + bounds.size.height / 2)
        open(
            registration, at: view.convert(location ?? middle, to: window), press: nil, pad: nil, event: nil, by: .pin)
    }

    // MARK: Actions

    private func finish(_ input: PreviewInput, _ reason: CancelReason, _ event: PressEvent) {
        guard let session else { return }
        session.dismissReason = .press(reason)
        if session.state == .choosing, input == .release, session.navigation?.selected is PreviewAction {
            return step(.choose, event)
        }
        step(input, event)
        session.press = nil
        // What the finger was on when it let go.
        if session.state == .pinned, input == .release { chooseSelected() }
    }

    private func move(_ direction: SelectionDirection) {
        guard let session, session.state == .pinned || session.state == .choosing else { return }
        if session.navigation == nil {
            guard let items = session.preview?.actions, !items.isEmpty else { return }
            session.navigation = ActionNavigation(items)
            session.navigation?.move(by: 1)
            return step(.showActions)
        }
        session.navigation?.move(by: direction == .next ? 1 : -1)
        showSelection(session)
    }

    private func selectItem(_ index: Int) {
        guard let session, session.state == .pinned, session.navigation?.items.indices.contains(index) == true else {
            return
        }
        session.navigation?.selection = index
        showSelection(session)
    }

    private func chooseSelected() {
        guard let session, session.state == .pinned || session.state == .choosing else { return }
        if session.navigation?.selected is PreviewAction {
            step(.choose)
        } else if session.navigation?.open() == true {
            showLevel(session)
        }
    }

    private func leave() {
        guard let session, session.state == .pinned || session.state == .choosing else { return }
        if session.navigation?.leave() == true {
            showLevel(session)
        } else {
            withdraw(.dismissed, from: nil)
        }
    }
}
