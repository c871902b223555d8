import BotKit
import ChatModel
import Synchronization

/// A wrapper around an event handler that records the actions it requests.
struct RecordingHandler: EventHandler {
    let handler: any EventHandler
    let notes: ActionLog

    var name: String { handler.name }

    func precheck(_ message: Message, _ context: EventContext) -> Verdict { handler.precheck(message, context) }

    func stepTimeout(for event: Event) -> Duration? { handler.stepTimeout(for: event) }

    func handle(_ event: Event, in context: EventContext) -> HandlingStep {
        let handlingStep = handler.handle(event, in: context)
        guard case .awaiting(let prepare, let end) = handlingStep else {
            if case .decided(let decision) = handlingStep { notes.note(decision.results, of: context.sequence) }
            return handlingStep
        }
        return .awaiting(prepare) { [notes] result in
            if case .success(let results) = result { notes.note(results, of: context.sequence) }
            end(result)
        }
    }
}

/// The actions requested for each journal entry, in order.
final class ActionLog: Sendable {
    private let notes = Mutex<[Int64: [(author: String, action: Action)]]>([:])

    func note(_ results: [AuthorResult], of sequence: Int64) {
        let actions = results.filter { !$0.isShadow }.flatMap { result in result.actions.map { (result.author, $0) } }
        guard !actions.isEmpty else { return }
        notes.withLock { $0[sequence, default: []] += actions }
    }

    func take(_ sequence: Int64) -> [(author: String, action: Action)] {
        notes.withLock { $0.removeValue(forKey: sequence) ?? [] }
    }
}
