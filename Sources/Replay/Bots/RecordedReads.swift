import BotKit
import MezonModel
import Synchronization

/// Answers bots from the record, gives them the state that they had then, and takes down what they do otherwise.
final class RecordedReads: Sendable {
    /// What an attempt did that its record does not say by its answer.
    struct Notes {
        /// What it asked and nobody asked then.
        var questions: [ContextRead.Request] = []
        /// What it wants to be remembered.
        var writes: [InvocationRecord.Write] = []
    }

    private struct State {
        /// What each bot remembers, as the records before the one in hand have left it.
        var remembered: [String: [String: StoredState]] = [:]
        var memories: [String: BotStateStore] = [:]
        /// Whose answers each bot waits for: after the last turn, and before the record in hand.
        var awaited: [String: (turn: OpenDialogues, record: OpenDialogues)] = [:]
        /// Whose attempt is under way.
        var current = InvocationRecord.Name(sequence: 0, author: "")
        /// What it was told then and has not asked for yet.
        var readings: [ContextRead] = []
        var notes: [InvocationRecord.Name: Notes] = [:]
    }

    private let state = Mutex(State())

    /// An attempt begins or goes on.
    func cue(_ name: InvocationRecord.Name, readings: [ContextRead] = []) {
        state.withLock { state in
            state.current = name
            state.readings = readings
        }
    }

    /// A turn is played: what bots wait for is what they waited for after the one before it, though records of it may be still to come.
    func beginTurn() {
        state.withLock { state in
            for (bot, memory) in state.memories { memory.dialogues = state.awaited[bot]?.turn ?? OpenDialogues() }
        }
    }

    /// A record is played, which may be older than the last turn.
    func beginRecord() {
        state.withLock { state in
            for (bot, memory) in state.memories { memory.dialogues = state.awaited[bot]?.record ?? OpenDialogues() }
        }
    }

    /// The turn is over in which a bot wanted this to be remembered.
    func await(_ writes: [InvocationRecord.Write], of bot: String) {
        state.withLock { state in
            for write in writes {
                state.awaited[bot, default: (OpenDialogues(), OpenDialogues())].turn.note(write.value, under: write.key)
            }
        }
    }

    /// What an attempt did, which is over.
    func take(_ name: InvocationRecord.Name) -> Notes { state.withLock { $0.notes.removeValue(forKey: name) ?? Notes() } }

    /// What a bot then wanted to be remembered is what it remembers from here on, whatever it wants today: each decision is judged
    /// by itself.
    func remember(_ writes: [InvocationRecord.Write], of bot: String) {
        memory(of: bot).clear()
        state.withLock { state in
            for write in writes {
                state.remembered[bot, default: [:]][write.key] = write.value
                state.awaited[bot, default: (OpenDialogues(), OpenDialogues())].record.note(write.value, under: write.key)
            }
        }
    }

    func answer(_ question: ContextRead.Request) -> ContextRead.Response {
        recorded(question) ?? .failed("nobody asked it then")
    }

    func memory(of bot: String) -> BotStateStore {
        state.withLock { state in
            if let memory = state.memories[bot] { return memory }
            let memory = BotStateStore(
                load: { [weak self] in self?.remembered($0, of: bot) },
                look: { [weak self] key in
                    guard case .state(let value)? = self?.recorded(.state(key: key)) else {
                        return self?.remembered(key, of: bot)
                    }
                    return value
                },
                store: { [weak self] record, stored in
                    self?.note(record.writes, by: record.name)
                    self?.memory(of: bot).clear()
                    stored()
                })
            state.memories[bot] = memory
            return memory
        }
    }

    private func note(_ writes: [InvocationRecord.Write], by name: InvocationRecord.Name) {
        state.withLock { $0.notes[name, default: Notes()].writes = writes }
    }

    private func remembered(_ key: String, of bot: String) -> StoredState? { state.withLock { $0.remembered[bot]?[key] } }

    /// What was answered then; a question that was asked twice gets its answers in their order.
    private func recorded(_ question: ContextRead.Request) -> ContextRead.Response? {
        state.withLock { state in
            guard let place = state.readings.firstIndex(where: { $0.question == question }) else {
                state.notes[state.current, default: Notes()].questions.append(question)
                return nil
            }
            return state.readings.remove(at: place).answer
        }
    }
}
