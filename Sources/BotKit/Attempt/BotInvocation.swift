import Foundation
import Synchronization

/// One try of a bot at one event: what it may still ask for, what it has read, and what it wants to be remembered.
final class BotInvocation: Sendable {
    private enum Phase { case preparing, handling, over }

    private struct State {
        var phase = Phase.preparing
        /// Where it has begun to wait for what its bot remembers.
        var entering: [KeyedAsyncLock.Key: Task<Void, any Error>] = [:]
        var inside: Set<KeyedAsyncLock.Key> = []
        /// What its deciding step may take.
        var budget: TimeBudget?
        var readings: [ContextRead] = []
        /// About how much the record holds of what it was told.
        var told = 0
        var writes: [InvocationRecord.Write] = []
        var ids: UInt64 = 0
        var requests = 0
    }

    private static let mostTold = 4 << 20  // Bytes: its record is written, and read again, as one.

    let scene: InvocationContext
    let bot: String
    private let memory: BotStateStore
    private let ask: BotRuntime.ReadHandler
    private let shelf: FileStore
    private let state = Mutex(State())

    init(
        of bot: String, at scene: InvocationContext, memory: BotStateStore, shelf: FileStore = .none,
        ask: @escaping BotRuntime.ReadHandler
    ) {
        self.scene = scene
        self.bot = bot
        self.memory = memory
        self.ask = ask
        self.shelf = shelf
    }

    /// From here on it decides: it may change what it remembers.
    func startHandling() {
        state.withLock { state in
            guard state.phase == .preparing else { return }
            state.phase = .handling
            state.budget = TimeBudget.current
        }
    }

    /// For how long it has waited for others of its bot so far.
    var waited: Duration { state.withLock { $0.budget }?.waited ?? .zero }

    func nextID() -> UInt64 {
        let number = state.withLock { state in
            state.ids += 1
            return state.ids
        }
        var random = SplitMix64(seed: scene.seed ^ number &* 0xD6E8_FEB8_6659_FD93)
        return random.next()
    }

    // State

    func state(_ key: String) async throws -> StoredState? {
        switch state.withLock({ $0.phase }) {
        case .over: throw CancellationError()
        case .preparing:
            try checkRoom()
            let value = try await memory.glance(key)
            note(ContextRead(question: .state(key: key), answer: .state(value)))
            return value
        case .handling:
            try await enter(KeyedAsyncLock.Key(key))
            if let own = state.withLock({ $0.writes.last { $0.key == key } }) { return own.value }
            return try await memory.value(key)
        }
    }

    /// Writes a value in the place of the one it was made from; returns false where that one stands no longer.
    ///
    /// - Throws: `CancellationError`, `BotError.onlyReads`.
    func replace(_ before: StoredState?, by after: StoredState, under key: String) throws -> Bool {
        try state.withLock { state in
            if let own = state.writes.last(where: { $0.key == key }), own.value != before { return false }
            try Self.write(after, under: key, to: &state)
            return true
        }
    }

    /// Writes what was looked up before, or is new.
    ///
    /// - Throws: `CancellationError`, `BotError.onlyReads`.
    func put(_ value: StoredState, under key: String) throws { try state.withLock { try Self.write(value, under: key, to: &$0) } }

    /// - Throws: `CancellationError`, `BotError.onlyReads`.
    func forget(_ key: String) throws { try state.withLock { try Self.write(nil, under: key, to: &$0) } }

    private static func write(_ value: StoredState?, under key: String, to state: inout State) throws {
        switch state.phase {
        case .over: throw CancellationError()
        case .preparing: throw BotError.onlyReads
        case .handling:
            state.writes.removeAll { $0.key == key }
            state.writes.append(InvocationRecord.Write(key: key, value: value))
        }
    }

    /// Whether anything is to be remembered otherwise than it was.
    var hasWrites: Bool { state.withLock { !$0.writes.isEmpty } }

    /// Forgets what was to be remembered, and goes on.
    func dropWrites() { state.withLock { $0.writes = [] } }

    /// Waits until nobody else of the same bot is between a look at that part of its state and the end of its answer.
    private func enter(_ gate: KeyedAsyncLock.Key) async throws {
        let entering = state.withLock { state -> Task<Void, any Error>? in
            if state.inside.contains(gate) { return nil }
            if let entering = state.entering[gate] { return entering }
            let (isWithin, budget) = (!state.inside.isEmpty, state.budget)
            // The budget looks at the clock, which is nothing for the bot's own place.
            let entering = Task { [gates = memory.gates] in
                let enter = { try await gates.enter(gate, isWithin: isWithin) }
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

    // Looks beyond the event

    func read(_ question: ContextRead.Request) async throws -> ContextRead.Response {
        guard state.withLock({ $0.phase != .over }) else { throw CancellationError() }
        try checkRoom()
        let answer = await ask(question)
        try Task.checkCancellation()
        note(ContextRead(question: question, answer: answer))
        return answer
    }

    /// The bot in the clan of the event.
    var requester: RequestingBot { RequestingBot(bot, in: scene.clan) }

    /// Which request it is that is about to be made.
    func countRequest() -> Int {
        state.withLock { state in
            state.requests += 1
            return state.requests
        }
    }

    /// Somebody as the directory of the attempt's clan knows them; nil where it does not.
    func member(_ user: UserID) async throws -> Member? {
        guard case .member(let member) = try await read(.member(user, clan: scene.clan)) else { return nil }
        return member
    }

    /// What a role is called; its number where nobody knows.
    @Sendable func title(of role: RoleID) async throws -> String {
        guard case .role(let title?) = try await read(.role(role, clan: scene.clan)) else { return "\(role)" }
        return title
    }

    private func note(_ reading: ContextRead) {
        let size = reading.size
        state.withLock { state in
            guard state.phase != .over else { return }
            state.readings.append(reading)
            state.told += size
        }
    }

    /// What was told then is told again by the record, so a replay ends at the same place.
    private func checkRoom() throws {
        guard state.withLock({ $0.told < Self.mostTold }) else {
            throw ContextReadError(.failed("it has read more than \(Self.mostTold >> 20) MiB about one event"))
        }
    }

    // Files

    /// Keeps bytes that are to be attached; returns their name once they are on disk.
    func keep(_ bytes: Data) async throws -> String {
        switch state.withLock({ $0.phase }) {
        case .over: throw CancellationError()
        case .preparing: throw BotError.onlyReads
        case .handling: return try await shelved { try await shelf.keep(bytes) }
        }
    }

    /// What an earlier reading has put on the shelf.
    func bytes(named name: String) async throws -> Data { try await shelved { try await shelf.bytes(name) } }

    private func shelved<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error where !(error is CancellationError) && !(error is FileError) {
            throw FileError.unkept("\(error)")
        }
    }

    // The end

    /// Called once: with what counts, or with nil where nothing of it does.
    func end(_ kept: [AuthorResult]?) {
        let last = state.withLock { state in
            defer { state.phase = .over }
            return state
        }
        // One that only saw what it remembers is kept for its place among the others of its bot.
        if let kept, !last.inside.isEmpty || !last.readings.isEmpty || !last.writes.isEmpty {
            memory.keep(
                InvocationRecord(
                    name: InvocationRecord.Name(sequence: scene.sequence, author: scene.author), bot: bot, contributions: kept,
                    readings: last.readings, writes: last.writes))
        }
        memory.gates.leave(last.inside)
        for (gate, entering) in last.entering where !last.inside.contains(gate) {
            entering.cancel()
            // It may have come in at this very moment, without anybody having learned it.
            Task { [gates = memory.gates] in
                if case .success = await entering.result { gates.leave([gate]) }
            }
        }
    }
}
