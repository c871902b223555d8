import BotKit
import ChatModel
import Synchronization

/// Provides bots with their recorded reads and state, and collects deviations.
final class RecordedReads: Sendable {
    /// The deviations of an invocation beyond its result.
    struct Notes {
        /// The reads that the record does not contain.
        var unrecordedReads: [ContextRead.Request] = []
        /// The state changes that the bot requests.
        var writes: [InvocationRecord.Write] = []
    }

    private struct State {
        /// The state of each bot after the records that precede the current one.
        var storedStates: [String: [String: StoredState]] = [:]
        var stores: [String: BotStateStore] = [:]
        /// The open dialogues of each bot: after the last turn, and before the current record.
        var dialogues: [String: (turn: OpenDialogues, record: OpenDialogues)] = [:]
        /// The current invocation.
        var current = InvocationRecord.Name(sequence: 0, author: "")
        /// The recorded reads that have not been consumed yet.
        var reads: [ContextRead] = []
        var notes: [InvocationRecord.Name: Notes] = [:]
    }

    private let state = Mutex(State())

    /// Starts or resumes an invocation.
    func begin(_ name: InvocationRecord.Name, reads: [ContextRead] = []) {
        state.withLock { state in
            state.current = name
            state.reads = reads
        }
    }

    /// Prepares the replay of a turn: bots wait for the dialogues that were open after the previous turn, even if some of its
    /// records follow later.
    func beginTurn() {
        state.withLock { state in
            for (bot, store) in state.stores { store.dialogues = state.dialogues[bot]?.turn ?? OpenDialogues() }
        }
    }

    /// Prepares the replay of a record, which may be older than the last turn.
    func beginRecord() {
        state.withLock { state in
            for (bot, store) in state.stores { store.dialogues = state.dialogues[bot]?.record ?? OpenDialogues() }
        }
    }

    /// Adds the dialogues that a bot opened in a completed turn.
    func openDialogues(with writes: [InvocationRecord.Write], of bot: String) {
        state.withLock { state in
            for write in writes {
                state.dialogues[bot, default: (OpenDialogues(), OpenDialogues())].turn.note(write.value, under: write.key)
            }
        }
    }

    /// Removes and returns the deviations of a completed invocation.
    func take(_ name: InvocationRecord.Name) -> Notes { state.withLock { $0.notes.removeValue(forKey: name) ?? Notes() } }

    /// Applies the recorded writes of a bot, regardless of its replayed ones, so that each decision is compared independently.
    func apply(_ writes: [InvocationRecord.Write], of bot: String) {
        store(of: bot).clear()
        state.withLock { state in
            for write in writes {
                state.storedStates[bot, default: [:]][write.key] = write.value
                state.dialogues[bot, default: (OpenDialogues(), OpenDialogues())].record.note(write.value, under: write.key)
            }
        }
    }

    func answer(_ question: ContextRead.Request) -> ContextRead.Response {
        if case .language = question { return recorded(question, isOptional: true) ?? .language(nil) }
        return recorded(question) ?? .failed("the read is not recorded")
    }

    func store(of bot: String) -> BotStateStore {
        state.withLock { state in
            if let store = state.stores[bot] { return store }
            let store = BotStateStore(
                load: { [weak self] in self?.storedState($0, of: bot) },
                look: { [weak self] key in
                    guard case .state(let value)? = self?.recorded(.state(key: key)) else {
                        return self?.storedState(key, of: bot)
                    }
                    return value
                },
                store: { [weak self] record, stored in
                    self?.note(record.writes, by: record.name)
                    self?.store(of: bot).clear()
                    stored()
                })
            state.stores[bot] = store
            return store
        }
    }

    private func note(_ writes: [InvocationRecord.Write], by name: InvocationRecord.Name) {
        state.withLock { $0.notes[name, default: Notes()].writes = writes }
    }

    private func storedState(_ key: String, of bot: String) -> StoredState? { state.withLock { $0.storedStates[bot]?[key] } }

    /// The recorded response to a read. Repeated reads receive their responses in order.
    ///
    /// - Parameter isOptional: A Boolean value that indicates whether only some responses are recorded.
    private func recorded(_ question: ContextRead.Request, isOptional: Bool = false) -> ContextRead.Response? {
        state.withLock { state in
            guard let index = state.reads.firstIndex(where: { $0.question == question }) else {
                if isOptional { return nil }
                state.notes[state.current, default: Notes()].unrecordedReads.append(question)
                return nil
            }
            return state.reads.remove(at: index).answer
        }
    }
}
