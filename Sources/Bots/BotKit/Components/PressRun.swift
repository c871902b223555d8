/// One press of a component: its validity, its audience and its outcome.
struct PressRun<B: Bot>: Sendable {
    let id: ComponentID
    let click: ButtonClick
    let press: Press<B>
    let context: BotContext<B>
    private var invocation: BotInvocation { context.invocation }

    func outcome() async throws -> CommandOutcome {
        let found = try await PressedMessage.find(id, click, by: context)
        guard case .carried(let message, let component) = found else { return nothing(found.reason) }
        return try await outcome(of: message, component).within(message.topic)
    }

    private func outcome(of message: Message, _ component: PressedComponent) async throws -> CommandOutcome {
        let member = try await invocation.identified(try await context.member(click.user), for: press.audience)
        if member?.isBot == true { return nothing("applications cannot press buttons") }
        guard press.audience.includes(click.user, member) else {
            if member?.isUnidentified == true { return told(unidentified, "\(click.user) is not identified yet") }
            return told(
                LocalizedText("This button is not for you.", vi: "Nút này không dành cho bạn."), "is not for \(click.user)")
        }
        do {
            let submission = try Submission(component.isChoice ? "" : click.extra, in: message)
            let actions = try await press.run(context.about(message), component.payload, submission)
            return CommandOutcome(actions: actions, reason: id.route, isFromApplication: press.isOfApplication)
        } catch let mistake as UsageError {
            invocation.dropWrites()
            return told(mistake.wording, mistake.wording.en)
        } catch let problem as StateError where problem.isSizeLimit {
            invocation.dropWrites()
            return told(StateError.noRoom, "\(problem)")
        }
    }

    /// The message for an account that may be in the audience but may also be an application.
    private var unidentified: LocalizedText {
        LocalizedText(
            "I have not yet determined whether you are a person or an application. Please press again in a moment.",
            vi: "Tôi đang kiểm tra xem bạn là người hay ứng dụng. Vui lòng bấm lại sau giây lát.")
    }

    private func nothing(_ reason: String) -> CommandOutcome {
        CommandOutcome(actions: [], reason: "\(id.route): \(reason)", isTraced: true)
    }

    private func told(_ wording: LocalizedText, _ reason: String) -> CommandOutcome {
        CommandOutcome(
            actions: [.ephemeral(Draft(wording.text(in: invocation.preferences.language)), to: click.user)],
            reason: "\(id.route): \(reason)",
            isFromApplication: true)
    }
}

/// The message whose component a user claims to have pressed.
enum PressedMessage: Sendable {
    /// The message carries the component.
    case carried(Message, PressedComponent)
    /// The message is unknown or deleted.
    case unknown
    /// The message was written by another account.
    case notOurs
    /// The message does not carry the component.
    case withoutIt

    /// Finds the message. A press event is untrusted input, so only the account's own message counts, as reported by the server.
    static func find<B: Bot>(_ id: ComponentID, _ click: ButtonClick, by context: BotContext<B>) async throws -> PressedMessage {
        guard case .message(let message?) = try await context.invocation.read(.message(click.message, in: click.channel)) else {
            return .unknown
        }
        guard message.author.id == context.me else { return .notOurs }
        guard let component = PressedComponent(id, click.extra, in: message) else { return .withoutIt }
        return .carried(message, component)
    }

    var reason: String {
        switch self {
        case .carried: ""
        case .unknown: "the message is unknown or was deleted"
        case .notOurs: "the message was not sent by this account"
        case .withoutIt: "the message does not have this button"
        }
    }
}
