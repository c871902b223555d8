import AsyncSupport
import BotKit
import BotTesting
import ChatModel
import EventProcessing
import Foundation
import Logging
import ServiceLifecycle
import Storage
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15)))
struct EventDispatcherTests {
    /// The messages that a handler received, with a signal for each.
    private final class Diary: Sendable {
        private let texts = Mutex<[ChannelID: [String]]>([:])
        private let count = Mutex(0)
        private let (signals, signal) = AsyncStream<Int>.makeStream()

        func note(_ event: Event) {
            guard case .message(let message) = event else { return }
            texts.withLock { $0[message.channel, default: []].append(message.text) }
            signal.yield(
                count.withLock { count in
                    count += 1
                    return count
                })
        }

        func texts(in channel: ChannelID) -> [String] { texts.withLock { $0[channel] ?? [] } }
        func wait(for number: Int) async { for await count in signals where count >= number { return } }
    }

    private let testStore: TestStore
    private let received = Diary()

    init() async throws { testStore = try await TestStore() }

    @Test func `a backlog found at start is processed in order and once`() async throws {
        try await testStore.store.journal.append(
            (0..<5000).map { .make(.make(text: "\($0)", in: $0 % 3 == 0 ? .general : .random)) })
        try await running(watching()) { await received.wait(for: 5000) }
        #expect(received.texts(in: .general) == (0..<5000).filter { $0 % 3 == 0 }.map(String.init))
        #expect(received.texts(in: .random) == (0..<5000).filter { $0 % 3 != 0 }.map(String.init))
        #expect(try await testStore.store.journal.entriesWithoutTurn(after: 0, limit: 1) == [])
        #expect(try await testStore.store.turns.turnsThrough() == 5000)
    }

    @Test func `entries appended at runtime are processed in order and once`() async throws {
        let store = try testStore.store
        try await running(watching()) {
            for start in stride(from: 0, to: 3000, by: 10) {
                try await store.journal.append((start..<start + 10).map { .make(.make(text: "\($0)")) })
            }
            await received.wait(for: 3000)
        }
        #expect(received.texts(in: .general) == (0..<3000).map(String.init))
    }

    @Test func `the bot's own messages reach no handler`() async throws {
        try await testStore.store.journal.append([.make(.make(text: "ours", by: .me), isOwn: true), .make(.make(text: "theirs"))])
        try await running(watching()) { await received.wait(for: 1) }
        #expect(received.texts(in: .general) == ["theirs"])
    }

    /// The blocked channel has more entries than the dispatcher keeps in memory.
    @Test func `a blocked channel does not delay others`() async throws {
        let (held, release) = AsyncStream<Void>.makeStream()
        let stuck = ScriptedHandler("bot:stuck") { [received] event, _ in
            if event.channel == .general { await Task { for await _ in held {} }.value }
            received.note(event)
            return []
        }
        let (general, random) = (2000, 500)
        try await testStore.store.journal.append((0..<general).map { .make(.make(text: "\($0)", in: .general)) })
        try await testStore.store.journal.append((0..<random).map { .make(.make(text: "\($0)", in: .random)) })
        try await running([stuck]) {
            await received.wait(for: random)
            #expect(received.texts(in: .general) == [])
            release.finish()
            await received.wait(for: general + random)
        }
        #expect(received.texts(in: .general) == (0..<general).map(String.init))
        #expect(received.texts(in: .random) == (0..<random).map(String.init))
        #expect(try await testStore.store.turns.turnsThrough() == Int64(general + random))
    }

    @Test func `an answer is committed without waiting for later entries`() async throws {
        let (held, release) = AsyncStream<Void>.makeStream()
        let slow = ScriptedHandler("bot:slow") { [time = testStore.time] event, _ in
            guard case .message(let message) = event else { return [] }
            if message.text == "slow" { time.advance(by: .seconds(1)) }
            if message.text == "stuck" { await Task { for await _ in held {} }.value }
            return [AuthorResult(author: "bot:slow", actions: [.reply("done")])]
        }
        let store = try testStore.store
        let commits = CommitSignal()
        try await store.outbox.handOn(to: commits)
        try await store.journal.append([.make(.make(text: "slow")), .make(.make(text: "stuck"))])
        try await running([slow]) {
            for await _ in commits.signal.signals { break }
            let open = try await store.outbox.openDeliveries(after: 0, limit: 10)
            #expect(open.map(\.cause) == [1])
            release.finish()
            for await _ in commits.signal.signals { break }
        }
    }

    private struct CommitSignal: OutboxSubscriber {
        let signal = AsyncSignal()
        func take(_ deliveries: [Delivery]) { signal.signal() }
    }

    @Test func `an entry whose handlers decide at once is committed with its turn, others in order after it`() async throws {
        let store = try testStore.store
        let decider = DecidingHandler()
        try await running([decider]) {
            // The dispatcher has begun to take entries once it decides one.
            while decider.decided == 0 { try await store.journal.append([.make(.make(text: "at once"))]) }
            let last = try await store.reader.lastSequence()
            try await store.journal.append([.make(.make(text: "at once", in: .random))])
            #expect(try await store.journal.entriesWithoutTurn(after: last, limit: 10) == [])
            try await store.journal.append((0..<300).map { .make(.make(text: $0 % 3 == 0 ? "waits \($0)" : "\($0)")) })
            await decider.wait(for: 300)
        }
        #expect(decider.texts == (0..<300).map { $0 % 3 == 0 ? "waits \($0)" : "\($0)" })
        #expect(try await store.journal.entriesWithoutTurn(after: 0, limit: 10) == [])
        #expect(try await store.turns.turnsThrough() == store.reader.lastSequence())
    }

    /// A handler that decides messages at once unless their text begins with "waits", as rules do beside bots.
    private final class DecidingHandler: EventHandler {
        let name = "rules"
        private let seen = Mutex((decided: 0, texts: [String]()))
        private let (signals, signal) = AsyncStream<Int>.makeStream()

        var decided: Int { seen.withLock { $0.decided } }
        var texts: [String] { seen.withLock { $0.texts } }
        func wait(for count: Int) async { for await number in signals where number >= count { return } }

        func decidesImmediately(_ event: Event, in context: EventContext) -> Bool {
            guard case .message(let message) = event else { return false }
            return !message.text.hasPrefix("waits")
        }

        func handle(_ event: Event, in context: EventContext) -> HandlingStep {
            guard case .message(let message) = event else { return .none }
            let count = seen.withLock { seen in
                seen.decided += 1
                if message.text != "at once" { seen.texts.append(message.text) }
                return seen.texts.count
            }
            signal.yield(count)
            return message.text.hasPrefix("waits") ? .awaiting { { [] } } : .decided(RuleDecision(version: "1"))
        }
    }

    @Test func `after a graceful shutdown undecided entries are processed once`() async throws {
        let total = 3000
        try await testStore.store.journal.append((0..<total).map { .make(.make(text: "\($0)")) })
        let first = 100
        try await running(watching()) { await received.wait(for: first) }
        let seen = received.texts(in: .general).count
        try testStore.restart()
        if seen < total { try await running(watching()) { await received.wait(for: total) } }
        #expect(received.texts(in: .general) == (0..<total).map(String.init))
        #expect(try await testStore.store.journal.entriesWithoutTurn(after: 0, limit: 1) == [])
    }

    @Test func `an abrupt end during a decision leaves its entry open`() async throws {
        try await testStore.store.journal.append([.make(.make(text: "in hand"))])
        let (started, start) = AsyncStream<Void>.makeStream()
        let (held, release) = AsyncStream<Void>.makeStream()
        let stuck = ScriptedHandler("bot:stuck") { _, _ in
            start.yield()
            await Task { for await _ in held {} }.value
            return []
        }
        let running = Task { [testStore] in try await Self.dispatcher(of: testStore, [stuck]).run() }
        for await _ in started { break }
        running.cancel()
        _ = await running.result
        release.finish()
        #expect(try await testStore.store.journal.entriesWithoutTurn(after: 0, limit: 10).map(\.sequence) == [1])
    }

    @Test func `an unknown channel waits for its look-up, and others do not`() async throws {
        let store = try testStore.store
        let (asked, ask) = AsyncStream<Void>.makeStream()
        let (held, release) = AsyncStream<Void>.makeStream()
        try await store.journal.append([.make(.make(text: "1", in: 77)), .make(.make(text: "2", in: 77))])
        let find: EventDispatcher.ChannelFinder = { entry in
            ask.yield()
            await Task { for await _ in held {} }.value
            try await store.directory.remember(clans: [], channels: [Channel(id: entry.channel, clan: .test, label: "new")])
            return true
        }
        try await running(watching(), findChannel: find) {
            for await _ in asked { break }
            try await store.journal.append([.make(.make(text: "known"))])
            await received.wait(for: 1)
            #expect(received.texts(in: .general) == ["known"])
            #expect(received.texts(in: 77) == [])
            release.finish()
            await received.wait(for: 3)
        }
        ask.finish()
        #expect(received.texts(in: 77) == ["1", "2"])
        #expect(await asked.reduce(0) { count, _ in count + 1 } == 0)
    }

    @Test func `a graceful shutdown ends a look-up and leaves its entries open`() async throws {
        let store = try testStore.store
        let (asked, ask) = AsyncStream<Void>.makeStream()
        try await store.journal.append([.make(.make(text: "1", in: 77)), .make(.make(text: "2", in: 77))])
        let find: EventDispatcher.ChannelFinder = { [time = testStore.time] _ in
            ask.yield()
            try await time.sleep(for: .seconds(3600))
            return true
        }
        try await running(watching(), findChannel: find) { for await _ in asked { break } }
        #expect(received.texts(in: 77) == [])
        #expect(try await store.journal.entriesWithoutTurn(after: 0, limit: 10).map(\.sequence) == [1, 2])
        #expect(try await store.turns.turnsThrough() == 0)
    }

    @Test func `an entry of a channel that the server does not show reaches no handler`() async throws {
        let store = try testStore.store
        try await store.journal.append([.make(.make(text: "hidden", in: 77)), .make(.make(text: "known"))])
        try await running(watching(), findChannel: { _ in false }) { await received.wait(for: 1) }
        #expect(received.texts(in: 77) == [])
        #expect(try await store.journal.entriesWithoutTurn(after: 0, limit: 10) == [])
        let line = try await testStore.reader().lines(after: 0, limit: 1).first
        #expect(line?.trace?.steps.map(\.why) == ["the server does not show this channel to the bot"])
    }

    private func watching() -> [any EventHandler] {
        [
            ScriptedHandler("bot:diary") { [received] event, _ in
                received.note(event)
                return []
            }
        ]
    }

    /// Runs a dispatcher over the store while the body runs, and then shuts it down gracefully.
    private func running(
        _ list: [any EventHandler], findChannel: EventDispatcher.ChannelFinder? = nil, _ body: () async throws -> Void
    ) async throws {
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: try Self.dispatcher(of: testStore, list, findChannel))], logger: testStore.logger))
        async let outcome: Void = group.run()
        try await body()
        await group.triggerGracefulShutdown()
        try await outcome
    }

    private static func dispatcher(
        of testStore: TestStore, _ list: [any EventHandler], _ findChannel: EventDispatcher.ChannelFinder? = nil
    ) throws -> EventDispatcher {
        let processor = EventProcessor(me: Author.me.id, time: testStore.time, logger: testStore.logger) { _, _ in list }
        return EventDispatcher(
            store: try testStore.store, processor: processor, logger: testStore.logger, findChannel: findChannel)
    }
}
