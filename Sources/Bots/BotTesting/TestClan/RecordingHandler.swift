import BotKit
import ChatModel
import Synchronization

/// A wrapper around an event handler that records the actions it requests.
struct RecordingHandler: EventHandler {
    let participant: any EventHandler
    let notes: ActionLog

    var name: String { participant.name }

    func precheck(_ message: Message, _ context: EventContext) -> Verdict { participant.precheck(message, context) }

    func stepTimeout(for event: Event) -> Duration? { participant.stepTimeout(for: event) }

    func handle(_ event: Event, in context: EventContext) -> HandlingStep {
        let handlingStep = participant.handle(event, in: context)
        guard case .awaiting(let prepare, let end) = handlingStep else {
            if case .concluded(let conclusion) = handlingStep { notes.note(conclusion.contributions, of: context.sequence) }
            return handlingStep
        }
        return .awaiting(prepare) { [notes] result in
            if case .success(let contributions) = result { notes.note(contributions, of: context.sequence) }
            end(result)
        }
    }
}

/// The actions requested for each journal entry, in order.
final class ActionLog: Sendable {
    private let notes = Mutex<[Int64: [Action]]>([:])

    func note(_ contributions: [AuthorResult], of sequence: Int64) {
        let actions = contributions.filter { !$0.isShadow }.flatMap(\.actions)
        guard !actions.isEmpty else { return }
        notes.withLock { $0[sequence, default: []] += actions }
    }

    func take(_ sequence: Int64) -> [Action] { notes.withLock { $0.removeValue(forKey: sequence) ?? [] } }
}
