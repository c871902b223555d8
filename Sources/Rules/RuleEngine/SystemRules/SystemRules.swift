import BotKit
import ChatModel

/// The built-in rules of the application: they settle questions, report failures, enforce bans and restrictions of channels, and
/// honour opt-outs.
struct SystemRules {
    private enum SystemTask {
        case press(ButtonClick, QuestionID, Question.Choice)
        case answer(SystemEvent.Answer)
        case failure(SystemEvent.Failure)
        case undo(SystemEvent.Undo)
        case rewind(SystemEvent.Rewind)
        case join(Membership)
        case optOut(DirectMessageOptOut, Message)
        case restriction(RestrictedChannel)
    }

    private let task: SystemTask

    /// Creates the task for an event; `nil` for an event that concerns only the configured rules.
    ///
    /// - Parameters:
    ///   - restrictsChannels: A Boolean value that indicates whether any rule locks channels or slows them down.
    ///   - channel: A channel as the directory knows it.
    init?(_ event: Event, _ policy: RulePolicy, restrictsChannels: Bool, channel: (ChannelID) -> Channel?) {
        switch event {
        case .button(let click):
            guard let (id, choice) = QuestionID.choice(ofButton: click.button) else { return nil }
            task = .press(click, id, choice)
        case .system(.answered(let answer)): task = .answer(answer)
        case .system(.failed(let failure)): task = .failure(failure)
        case .system(.undo(let undo)): task = .undo(undo)
        case .system(.rewind(let rewind)): task = .rewind(rewind)
        case .memberJoined(let membership): task = .join(membership)
        case .message(let message):
            guard event.clan(channel).isNone else {
                guard restrictsChannels, !message.channel.isExternal else { return nil }
                task = .restriction(RestrictedChannel(message: message))
                return
            }
            guard policy.sendsDirectMessages,
                let optOut = DirectMessageOptOut(message.text, prefix: policy.prefix)
            else {
                return nil
            }
            task = .optOut(optOut, message)
        default: return nil
        }
    }

    /// A Boolean value that indicates whether the event is handled here alone and reaches no rule.
    var isHandledInternally: Bool {
        if case .press = task { true } else { isRewind }
    }

    /// A Boolean value that indicates whether the outcome depends on rules that the state or the event names.
    var consultsRules: Bool {
        switch task {
        case .press, .answer, .undo, .rewind: true
        case .failure, .join, .optOut, .restriction: false
        }
    }

    /// A Boolean value that indicates whether a rewind is applied: nothing follows from what it changes.
    var isRewind: Bool { if case .rewind = task { true } else { false } }

    /// Returns the deletion of a message that its channel does not allow; `nil` if it is allowed.
    func removal(_ facts: Facts, _ policy: RulePolicy, _ set: RuleSet) -> AuthorResult? {
        if case .restriction(let channel) = task { channel.removal(facts, policy, set) } else { nil }
    }

    func perform(_ facts: Facts, _ policy: RulePolicy, _ set: RuleSet) -> [AuthorResult] {
        switch task {
        case .undo(let undo):
            BanEnforcement.lift(undo, facts)
            CaseHistory.remove(undo, facts)
            return StrikeRefund.grant(undo, facts, policy)
        case .rewind(let rewind): return RuleRewind.takeBack(rewind, facts)
        case .press(let click, let id, let choice):
            return AnswerHandling(facts: facts, policy: policy, set: set).handlePress(click, id, choice)
        case .answer(let answer): return AnswerHandling(facts: facts, policy: policy, set: set).settle(answer)
        case .failure(let failure): return FailureNotice(failure: failure).results(facts, policy)
        case .join(let membership): return BanEnforcement.kickBanned(membership, facts)
        case .restriction(let channel): return channel.lifted(facts, policy, set)
        case .optOut(let optOut, let message): return optOut.apply(message, facts, policy)
        }
    }
}
