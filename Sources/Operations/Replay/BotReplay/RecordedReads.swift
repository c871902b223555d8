import BotKit
import ChatModel
import RuleEngine
import Synchronization

/// Provides bots with their recorded reads and state, and collects deviations.
///
/// In a branch of a backtest, they see its state where it differs, and the directory where nothing was recorded.
final class RecordedReads: Sendable {
    /// The deviations of an invocation beyond its result.
    struct Notes {
        /// The reads that the record does not contain.
        var unrecordedReads: [ContextRead.Request] = []
        /// The reason why the history does not determine a read in a branch; nil if it determines all.
        var unknown: String?
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
        /// The branch in which the invocation takes place; nil in a replay.
        var branch: BranchView?
    }

    /// The view of an invocation in a branch.
    struct BranchView {
        var bots: BotBranch
        var directory: DirectoryLookup
        /// The clan of the event.
        var clan: ClanID
        var channel: ChannelID
        /// A Boolean value that indicates whether the same invocation is recorded.
        var isRecorded: Bool
    }

    private let state = Mutex(State())

    /// Starts or resumes an invocation.
    func begin(_ name: InvocationRecord.Name, reads: [ContextRead] = []) {
        state.withLock { state in
            state.current = name
            state.reads = reads
        }
    }

    /// Starts an invocation in a branch.
    func begin(_ name: InvocationRecord.Name, reads: [ContextRead], seeing view: BranchView) {
        state.withLock { state in
            state.current = name
            state.reads = reads
            state.branch = view
            for (bot, store) in state.stores {
                store.clear()
                store.dialogues = view.bots.dialogues(of: bot, over: state.dialogues[bot]?.record ?? OpenDialogues())
            }
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
    func take(_ name: InvocationRecord.Name) -> Notes {
        state.withLock { state in
            state.branch = nil
            return state.notes.removeValue(forKey: name) ?? Notes()
        }
    }

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
        if let view = state.withLock({ $0.branch }) { return answer(question, in: view) }
        if case .language = question { return recorded(question, isOptional: true) ?? .language(nil) }
        return recorded(question) ?? .failed("the read is not recorded")
    }

    private func answer(_ question: ContextRead.Request, in view: BranchView) -> ContextRead.Response {
        if case .language(let user, let clan) = question { return language(of: user, in: clan, question, view) }
        if let known = recorded(question, isOptional: true) ?? view.answer(question) { return known }
        noteUnknown(question.missingReason)
        return .failed("the answer is not in the history")
    }

    /// The language that a user has chosen, or else their clan. A recorded invocation has recorded it, unless it was not chosen.
    private func language(
        of user: UserID, in clan: ClanID, _ question: ContextRead.Request, _ view: BranchView
    ) -> ContextRead.Response {
        let (bot, keys) = (LanguageBot.manifest.name, LanguageBot.keys(of: user, in: clan))
        if view.isRecorded, keys.allSatisfy({ view.bots.value(of: $0, of: bot) == nil }) {
            return recorded(question, isOptional: true) ?? .language(nil)
        }
        do {
            for key in keys {
                if let language = try LanguageBot.choice(try storedState(key, of: bot)) { return .language(language.rawValue) }
            }
        } catch {
            noteUnknown("\(error)")
        }
        return .language(nil)
    }

    func store(of bot: String) -> BotStateStore {
        state.withLock { state in
            if let store = state.stores[bot] { return store }
            let store = BotStateStore(
                load: { [weak self] in try self?.storedState($0, of: bot) }, look: { [weak self] in try self?.look($0, of: bot) },
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

    private func noteUnknown(_ reason: String) {
        state.withLock { state in
            let known = state.notes[state.current, default: Notes()].unknown
            state.notes[state.current, default: Notes()].unknown = known ?? reason
        }
    }

    /// The value under a key after the records that have been applied.
    func recordedState(_ key: String, of bot: String) -> StoredState? { state.withLock { $0.storedStates[bot]?[key] } }

    private func storedState(_ key: String, of bot: String) throws -> StoredState? {
        switch state.withLock({ $0.branch?.bots.value(of: key, of: bot) }) {
        case nil: return recordedState(key, of: bot)
        case .known(let value): return value
        case .unknown(let reason):
            noteUnknown(reason)
            throw UnknownStateError(description: reason)
        }
    }

    private struct UnknownStateError: Error, CustomStringConvertible { let description: String }

    /// The value under a key for an invocation that prepares: the recorded one, unless it differs in the branch.
    private func look(_ key: String, of bot: String) throws -> StoredState? {
        let branch = state.withLock { $0.branch?.bots }
        if branch?.value(of: key, of: bot) == nil,
            case .state(let value)? = recorded(.state(key: key), isOptional: branch != nil)
        {
            return value
        }
        return try storedState(key, of: bot)
    }

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
