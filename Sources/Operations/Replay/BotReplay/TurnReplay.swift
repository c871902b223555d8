import BotKit
import ChatModel
import Storage
import Synchronization

/// The replay of one turn, controlled by the recorded participation of each bot.
final class TurnReplay: Sendable {
    /// An invocation with a record, to be replayed after all earlier decisions of the same bot.
    struct Call: Sendable {
        var entry: Entry
        var handler: any EventHandler
        var event: Event
        var context: EventContext
    }

    private struct State {
        var entry: Entry?
        var recorded: [String: [AuthorResult]] = [:]
        /// The names of handlers that failed originally.
        var failed: Set<String> = []
        /// The names of handlers that were refused originally, and the reasons.
        var refused: [String: String] = [:]
        var calls: [InvocationRecord.Name: Call] = [:]
        var played: [InvocationRecord.Name] = []
        var skipped: Set<String> = []
        var isByApplication = false
        var isHeld = false
    }

    private let reads: RecordedReads
    private let state = Mutex(State())

    init(_ reads: RecordedReads) { self.reads = reads }

    /// - Parameter recorded: The recorded results, by author.
    func begin(_ entry: Entry, _ trace: Trace, recorded: [String: [AuthorResult]]) {
        var state = State(entry: entry, recorded: recorded)
        for step in trace.steps where step.isOfBots {
            switch step.what {
            case Trace.failed where ["prepare: ", "handle: "].contains(where: step.why.hasPrefix): state.failed.insert(step.who)
            case Trace.withheld: state.failed.insert(step.who)
            // Includes a refusal of which the user was notified.
            case _ where BotSupervisor.isRefusal(step.why): state.refused[step.who] = step.why
            default: break
            }
            if step.what == Trace.skip, step.why == EventContext.byApplication { state.isByApplication = true }
        }
        state.isHeld = trace.isHeld
        self.state.withLock { $0 = state }
    }

    /// Returns the invocations to be replayed later, the replayed ones, and the handlers that failed or were absent originally
    /// and are therefore not replayed.
    func end() -> (calls: [InvocationRecord.Name: Call], played: [InvocationRecord.Name], skipped: Set<String>) {
        state.withLock { ($0.calls, $0.played, $0.skipped) }
    }

    /// A Boolean value that indicates whether the trace attributes the event to an application.
    var isByApplication: Bool { state.withLock { $0.isByApplication } }

    /// A Boolean value that indicates whether the answers of the turn were held back.
    var isHeld: Bool { state.withLock { $0.isHeld } }

    /// Returns whether the handler has a record in the turn.
    func isRecorded(_ handler: any EventHandler) -> Bool {
        state.withLock { $0.recorded[handler.name] != nil }
    }

    func handlingStep(of handler: any EventHandler, at event: Event, _ context: EventContext) -> HandlingStep {
        let author = context.requestingRule.isEmpty ? handler.name : "\(context.requestingRule)/\(handler.name)"
        let name = InvocationRecord.Name(sequence: context.sequence, author: author)
        enum Part {
            case recorded([AuthorResult]), skipped(String), played
        }
        let part = state.withLock { state -> Part in
            if let results = state.recorded[author] {
                if let entry = state.entry {
                    state.calls[name] = Call(entry: entry, handler: handler, event: event, context: context)
                }
                return .recorded(results)
            }
            if let reason = state.refused[handler.name]
                ?? (state.failed.contains(handler.name) ? "it failed originally" : nil)
            {
                state.skipped.insert(handler.name)
                return .skipped(reason)
            }
            return .played
        }
        switch part {
        case .recorded(let results): return .awaiting { { results } }
        case .skipped(let reason): return .absent(reason)
        case .played:
            let step = handler.handle(event, in: context)
            switch step {
            case .none, .absent: return step
            case .decided, .checking, .awaiting:
                state.withLock { $0.played.append(name) }
                return withRecordedReads(name, step)
            }
        }
    }

    private func withRecordedReads(_ name: InvocationRecord.Name, _ handlingStep: HandlingStep) -> HandlingStep {
        guard case .awaiting(let prepare, let end) = handlingStep else { return handlingStep }
        return .awaiting(
            { [reads] in
                reads.begin(name)
                let handling = try await prepare()
                return {
                    reads.begin(name)
                    return try await handling()
                }
            }, end: end)
    }
}
