import BotTesting
import ChatModel
import EventProcessing
import MezonClient
import Storage
import Synchronization
import Testing

@testable import MezonBotApp

@Suite(.timeLimit(.minutes(15)))
struct ChannelLookupTests {
    private static let thread: ChannelID = 777
    private static let otherClan: ClanID = 302

    private let testStore: TestStore

    init() async throws { testStore = try await TestStore() }

    private func lookup(_ answer: @escaping @Sendable (Int) async throws -> Channel?) throws -> ChannelLookup {
        let requests = RequestCounter()
        return ChannelLookup(store: try testStore.store, me: Author.me.id, time: testStore.time, logger: testStore.logger) { _ in
            try await answer(requests.next())
        }
    }

    private func entry(_ message: Message) async throws -> Entry {
        let store = try testStore.store
        try await store.journal.append([.make(message)])
        return try #require(try await store.journal.entriesWithoutTurn(after: 0, limit: 100).last)
    }

    private final class RequestCounter: Sendable {
        private let count = Mutex(0)
        func next() -> Int {
            count.withLock {
                $0 += 1
                return $0
            }
        }
    }

    @Test func `an unknown channel is stored as the server describes it, whatever its message claims`() async throws {
        var message = Message.make(in: Self.thread, clan: .test)
        message.isPublic = true
        let entry = try await entry(message)
        #expect(try testStore.store.directory.channel(Self.thread) == nil)
        let described = Channel(
            id: Self.thread, clan: Self.otherClan, parent: 5, kind: .thread, label: "plans", isPrivate: true, lastMessage: 1)
        #expect(try await lookup { _ in described }.find(entry))
        #expect(try testStore.store.directory.channel(Self.thread) == described)
        #expect(try #require(entry.event).clan { try? testStore.store.directory.channel($0) } == Self.otherClan)
    }

    @Test func `the events of a channel that the server does not show are not handled, and it is asked once in ten minutes`()
        async throws
    {
        let entry = try await entry(.make(in: Self.thread))
        let requests = RequestCounter()
        let lookup = try lookup { _ in
            _ = requests.next()
            return nil
        }
        for _ in 0..<3 { #expect(try await !lookup.find(entry)) }
        #expect(try testStore.store.directory.channel(Self.thread) == nil)
        testStore.time.advance(by: .seconds(601))
        #expect(try await !lookup.find(entry))
        #expect(requests.next() == 3)
    }

    @Test(arguments: [.direct, .group] as [StreamMode])
    func `a conversation that the server does not describe belongs to no clan`(mode: StreamMode) async throws {
        var message = Message.make(in: Self.thread, clan: .test)
        message.mode = mode
        #expect(try await lookup { _ in nil }.find(entry(message)))
        #expect(try testStore.store.directory.channel(Self.thread)?.clan == 0)
    }

    @Test func `a hidden channel does not silence a conversation that claims its id`() async throws {
        let lookup = try lookup { _ in nil }
        #expect(try await !lookup.find(entry(.make(in: Self.thread))))
        var message = Message.make(in: Self.thread, clan: 0)
        message.mode = .direct
        #expect(try await lookup.find(entry(message)))
    }

    @Test func `a channel that a push describes during a failing look-up is kept as described`() async throws {
        let store = try testStore.store
        let pushed = Channel(id: Self.thread, clan: .test, label: "secret", isPrivate: true)
        let lookup = try lookup { attempt in
            try await store.directory.remember(clans: [], channels: [pushed])
            guard attempt > 1 else { throw SessionError.unreachable("no route") }
            return Channel(id: Self.thread, clan: .test, label: "open")
        }
        let entry = try await entry(.make(in: Self.thread))
        let passing = Task { [time = testStore.time] in while !Task.isCancelled { await time.advanceToNextSleeper() } }
        #expect(try await lookup.find(entry))
        passing.cancel()
        await passing.value
        #expect(store.directory.channel(Self.thread)?.isPrivate == true)
    }

    @Test func `a direct conversation is that with its author where the server names no user`() async throws {
        let message = Message.make(in: Self.thread, by: .binh, clan: 0)
        let described = Channel(id: Self.thread, clan: 0, kind: .direct, label: "", isPrivate: true)
        #expect(try await lookup { _ in described }.find(entry(message)))
        #expect(try testStore.store.directory.conversation(with: Author.binh.id)?.id == Self.thread)
    }

    @Test func `a claimed direct conversation in a clan's channel is not where direct messages go`() async throws {
        var message = Message.make(in: Self.thread, by: .binh, clan: 0)
        message.mode = .direct
        let described = Channel(id: Self.thread, clan: .test, label: "lobby")
        #expect(try await lookup { _ in described }.find(entry(message)))
        #expect(try testStore.store.directory.conversation(with: Author.binh.id) == nil)
    }

    @Test func `a look-up is retried until the server responds`() async throws {
        let lookup = try lookup { attempt in
            guard attempt > 12 else { throw SessionError.unreachable("no route") }
            return Channel(id: Self.thread, clan: .test, label: "plans")
        }
        let entry = try await entry(.make(in: Self.thread))
        let passing = Task { [time = testStore.time] in while !Task.isCancelled { await time.advanceToNextSleeper() } }
        #expect(try await lookup.find(entry))
        passing.cancel()
        await passing.value
        #expect(try testStore.store.directory.channel(Self.thread)?.label == "plans")
    }

    @Test func `channels of events that the server itself reports are not looked up`() async throws {
        let store = try testStore.store
        let lookup = try lookup { _ in nil }
        try await store.journal.append([.make(.started(at: testStore.time.now))])
        for entry in try await store.journal.entriesWithoutTurn(after: 0, limit: 100) { #expect(try await lookup.find(entry)) }
    }
}
