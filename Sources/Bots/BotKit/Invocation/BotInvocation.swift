import AsyncSupport
import Foundation
import Synchronization

/// One invocation of a bot for one event: its phase, its reads and the state changes it requests.
final class BotInvocation: Sendable {
    private enum Phase { case preparing, handling, ended }

    private struct State {
        var phase = Phase.preparing
        /// The locks that the invocation has begun to wait for.
        var entering: [StateLockKey: Task<Void, any Error>] = [:]
        var inside: Set<StateLockKey> = []
        /// The time budget of the handling step.
        var budget: TimeBudget?
        var reads: [ContextRead] = []
        /// The approximate size of the recorded answers in bytes.
        var recordedBytes = 0
        var writes: [InvocationRecord.Write] = []
        var ids: UInt64 = 0
        var requests = 0
        /// The explanations for the trace.
        var explanations: [String] = []
        /// The language that the user or the clan has chosen.
        var language: Language?
        /// The values read as they were at the first access.
        var snapshots: [String: StoredState?] = [:]
    }

    private static let maxReported = 4 << 20  // Bytes: the record is written and read as a whole.

    let context: InvocationContext
    let bot: String
    private let stateStore: BotStateStore
    private let ask: BotRuntime.ReadHandler
    private let fileStore: FileStore
    private let state = Mutex(State())

    init(
        of bot: String, at invocation: InvocationContext, memory: BotStateStore, fileStore: FileStore = .none,
        ask: @escaping BotRuntime.ReadHandler
    ) {
        self.context = invocation
        self.bot = bot
        self.stateStore = memory
        self.ask = ask
        self.fileStore = fileStore
    }

    /// Enters the handling phase, in which state may be changed.
    func startHandling() {
        state.withLock { state in
            guard state.phase == .preparing else { return }
            state.phase = .handling
            state.budget = TimeBudget.current
        }
    }

    /// Looks up the language that the user or the clan has chosen, before code of the bot runs.
    func chooseLanguage() async throws {
        guard let language = try await context.chosenLanguage() else { return }
        state.withLock { $0.language = language }
        note(
            ContextRead(
                question: .language(context.user, clan: context.clan), answer: .language(language.rawValue)))
    }

    /// The preferences that apply, with the chosen language.
    var preferences: ChatPreferences {
        var preferences = context.chatPreferences
        if let language = state.withLock({ $0.language }) { preferences.language = language }
        return preferences
    }

    /// The time spent so far waiting for other invocations of the bot.
    var waited: Duration { state.withLock { $0.budget }?.waited ?? .zero }

    func nextID() -> UInt64 {
        let number = state.withLock { state in
            state.ids += 1
            return state.ids
        }
        var random = SplitMix64(seed: context.seed ^ number &* 0xD6E8_FEB8_6659_FD93)
        return random.next()
    }

    func state(_ key: String) async throws -> StoredState? {
        switch state.withLock({ $0.phase }) {
        case .ended: throw CancellationError()
        case .preparing:
            try checkRecordSize()
            let value = try await stateStore.valueWithoutLock(key)
            note(ContextRead(question: .state(key: key), answer: .state(value)))
            return value
        case .handling:
            try await enter(StateLockKey(key))
            if let own = state.withLock({ $0.writes.last { $0.key == key } }) { return own.value }
            return try await stateStore.value(key)
        }
    }

    /// Returns a part of a value as it is at the first access, without waiting for other invocations. The answer is recorded.
    ///
    /// - Parameter part: Returns the part; of itself, it returns all.
    func snapshot(_ key: String, of part: (StoredState) throws -> StoredState) async throws -> StoredState? {
        guard state.withLock({ $0.phase != .ended }) else { throw CancellationError() }
        if let known = state.withLock({ $0.snapshots[key] }) { return known }
        try checkRecordSize()
        let value = try await stateStore.valueWithoutLock(key).map(part)
        let (known, isNew) = state.withLock { state in
            if let known = state.snapshots[key] { return (known, false) }
            state.snapshots[key] = .some(value)
            return (value, true)
        }
        if isNew { note(ContextRead(question: .state(key: key), answer: .state(value))) }
        return known
    }

    /// Replaces a value by one computed from it; returns false if the value has changed since.
    ///
    /// - Throws: `CancellationError`, `BotError.onlyReads`.
    func replace(_ before: StoredState?, by after: StoredState, under key: String) throws -> Bool {
        try state.withLock { state in
            if let own = state.writes.last(where: { $0.key == key }), own.value != before { return false }
            try Self.write(after, under: key, to: &state)
            return true
        }
    }

    /// Writes a value that was read before or that is new.
    ///
    /// - Throws: `CancellationError`, `BotError.onlyReads`.
    func put(_ value: StoredState, under key: String) throws { try state.withLock { try Self.write(value, under: key, to: &$0) } }

    /// Deletes a value.
    ///
    /// - Throws: `CancellationError`, `BotError.onlyReads`.
    func delete(_ key: String) throws { try state.withLock { try Self.write(nil, under: key, to: &$0) } }

    private static func write(_ value: StoredState?, under key: String, to state: inout State) throws {
        switch state.phase {
        case .ended: throw CancellationError()
        case .preparing: throw BotError.onlyReads
        case .handling:
            state.writes.removeAll { $0.key == key }
            state.writes.append(InvocationRecord.Write(key: key, value: value))
        }
    }

    /// A Boolean value that indicates whether the invocation has changed any state.
    var hasWrites: Bool { state.withLock { !$0.writes.isEmpty } }

    /// Discards the state changes; the invocation continues.
    func dropWrites() { state.withLock { $0.writes = [] } }

    /// The state changes so far.
    var writes: [InvocationRecord.Write] { state.withLock { $0.writes } }

    /// Discards the state changes since an earlier moment; the invocation continues.
    func restore(_ writes: [InvocationRecord.Write]) { state.withLock { $0.writes = writes } }

    /// Adds an explanation to the trace of the event.
    func explain(_ reason: String) {
        state.withLock { if $0.explanations.count < Self.maxExplanations { $0.explanations.append(reason) } }
    }

    private static let maxExplanations = 20  // They are one line of the trace.

    /// The explanations for the trace, in one line.
    var explanation: String { state.withLock { $0.explanations }.joined(separator: "; ") }

    /// Waits until no other invocation of the same bot is between reading that part of its state and storing its answer.
    private func enter(_ gate: StateLockKey) async throws {
        let entering = state.withLock { state -> Task<Void, any Error>? in
            if state.inside.contains(gate) { return nil }
            if let entering = state.entering[gate] { return entering }
            let (isWithin, budget) = (!state.inside.isEmpty, state.budget)
            // The budget reads the clock, which must not happen on the bot's executor.
            let entering = Task { [gates = stateStore.lock] in
                let enter = { try await gates.acquire(gate, isWithin: isWithin) }
                if let budget { try await budget.wait(enter) } else { try await enter() }
            }
            state.entering[gate] = entering
            return entering
        }
        if let entering {
            try await withTaskCancellationHandler {
                try await entering.value
            } onCancel: {
                entering.cancel()
            }
        }
        try state.withLock { state in
            guard state.phase == .handling else { throw CancellationError() }
            state.inside.insert(gate)
        }
    }

    func read(_ question: ContextRead.Request) async throws -> ContextRead.Response {
        guard state.withLock({ $0.phase != .ended }) else { throw CancellationError() }
        try checkRecordSize()
        let answer = await ask(question)
        try Task.checkCancellation()
        note(ContextRead(question: question, answer: answer))
        return answer
    }

    /// The bot in the clan of the event.
    var requester: RequestingBot { RequestingBot(bot, in: context.clan) }

    /// The ordinal of the next request.
    func countRequest() -> Int {
        state.withLock { state in
            state.requests += 1
            return state.requests
        }
    }

    /// Returns a user as the directory of the invocation's clan knows them, or nil if it does not.
    func member(_ user: UserID) async throws -> Member? {
        guard case .member(let member) = try await read(.member(user, clan: context.clan)) else { return nil }
        return member
    }

    /// Returns a member after the server was asked whether the account is a person or an application. A member who is identified, or
    /// belongs to the audience anyway, is returned as it is.
    func identified(_ member: Member?, for audience: Audience) async throws -> Member? {
        guard let member, member.isUnidentified, !audience.includes(member.user, member),
            case .member(let identified) = try await read(.identifiedMember(member.user, clan: context.clan))
        else { return member }
        return identified
    }

    /// Returns the name of a role, or its id if the name is unknown.
    @Sendable func title(of role: RoleID) async throws -> String {
        guard case .role(let title?) = try await read(.role(role, clan: context.clan)) else { return "\(role)" }
        return title
    }

    private func note(_ reading: ContextRead) {
        let size = reading.size
        state.withLock { state in
            guard state.phase != .ended else { return }
            state.reads.append(reading)
            state.recordedBytes += size
        }
    }

    /// Checks the size of the recorded answers. A replay reads the same answers from the record, so it reaches the limit at the
    /// same read.
    private func checkRecordSize() throws {
        guard state.withLock({ $0.recordedBytes < Self.maxReported }) else {
            throw ContextReadError(.failed("it has read more than \(Self.maxReported >> 20) MiB for one event"))
        }
    }

    /// Stores bytes that are to be attached; returns their name once they are on disk.
    func keep(_ bytes: Data) async throws -> String {
        switch state.withLock({ $0.phase }) {
        case .ended: throw CancellationError()
        case .preparing: throw BotError.onlyReads
        case .handling: return try await shelved { try await fileStore.keep(bytes) }
        }
    }

    /// Returns the bytes that an earlier read has stored.
    func bytes(named name: String) async throws -> Data { try await shelved { try await fileStore.bytes(name) } }

    private func shelved<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error where !(error is CancellationError) && !(error is FileError) {
            throw FileError.unkept("\(error)")
        }
    }

    /// Ends the invocation; called once, with the accepted results, or with nil if nothing of it counts.
    func end(_ kept: [AuthorResult]?) {
        let last = state.withLock { state in
            defer { state.phase = .ended }
            return state
        }
        // An invocation that only read state is recorded too, to keep its position among the bot's invocations.
        if let kept, !last.inside.isEmpty || !last.reads.isEmpty || !last.writes.isEmpty {
            stateStore.record(
                InvocationRecord(
                    name: InvocationRecord.Name(sequence: context.sequence, author: context.author), bot: bot,
                    results: kept,
                    reads: last.reads, writes: last.writes))
        }
        stateStore.lock.release(last.inside)
        for (gate, entering) in last.entering where !last.inside.contains(gate) {
            entering.cancel()
            // The lock may have been acquired just now, before the invocation could note it; release it then.
            Task { [gates = stateStore.lock] in
                if case .success = await entering.result { gates.release([gate]) }
            }
        }
    }
}
