import BotKit
import MezonModel

/// What the house does by itself, beside the rules: questions are answered, failures told, bans kept, and people left in peace.
struct Duties {
    private enum Duty {
        case press(ButtonClick, QuestionID, Question.Choice)
        case answer(HouseEvent.Answer)
        case failure(HouseEvent.Failure)
        case undo(HouseEvent.Undo)
        case join(Membership)
        case wish(DirectWish, Message)
    }

    private let duty: Duty

    /// Nil for an event that concerns the rules alone.
    init?(_ event: Event, _ policy: Policy) {
        switch event {
        case .button(let click):
            guard let (id, choice) = QuestionID.choice(ofButton: click.button) else { return nil }
            duty = .press(click, id, choice)
        case .house(.answered(let answer)): duty = .answer(answer)
        case .house(.failed(let failure)): duty = .failure(failure)
        case .house(.undo(let undo)): duty = .undo(undo)
        case .memberJoined(let membership): duty = .join(membership)
        case .message(let message):
            guard policy.writesDirectly, message.clan.isNone, let wish = DirectWish(message.text, prefix: policy.prefix) else {
                return nil
            }
            duty = .wish(wish, message)
        default: return nil
        }
    }

    /// Whether the event is ours alone, and no rule's.
    var isOurs: Bool {
        if case .press = duty { true } else { false }
    }

    func perform(_ facts: Facts, _ policy: Policy) -> [Contribution] {
        switch duty {
        case .undo(let undo):
            BanKeeping.lift(undo, facts)
            return Pardon.grant(undo, facts, policy)
        case .press(let click, let id, let choice): return Answering(facts: facts, policy: policy).press(click, id, choice)
        case .answer(let answer): return Answering(facts: facts, policy: policy).take(answer)
        case .failure(let failure): return FailureNotice(failure: failure).contributions(facts, policy)
        case .join(let membership): return BanKeeping.turnAway(membership, facts)
        case .wish(let wish, let message): return wish.heed(message, facts, policy)
        }
    }
}
