import BotTesting
import ChatModel
import Foundation
import GRDB
import Synchronization
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(15)))
struct JournalSubscriberTests {
    /// A subscriber that decides some entries and records what it is offered and handed.
    private final class Recorder: JournalSubscriber {
        private let decides: @Sendable (Entry) -> Bool
        private let events: [SystemEvent]
        private let seen = Mutex((offered: [Int64](), taken: [Int64](), through: [Int64]()))

        /// - Parameter events: the events that each decision causes.
        init(causing events: [SystemEvent] = [], deciding decides: @escaping @Sendable (Entry) -> Bool) {
            self.decides = decides
            self.events = events
        }

        var offered: [Int64] { seen.withLock { $0.offered } }
        var taken: [Int64] { seen.withLock { $0.taken } }
        var through: [Int64] { seen.withLock { $0.through } }

        func decide(_ entry: Entry) -> Turn? {
            seen.withLock { $0.offered.append(entry.sequence) }
            guard decides(entry) else { return nil }
            var turn = Turn(sequence: entry.sequence, trace: Trace([.init("rules", "reply")]))
            turn.events = events
            turn.deliveries = [NewDelivery(author: "rule:a", ordinal: 0, destination: entry.channel, payload: [1])]
            return turn
        }

        func take(_ entries: [Entry], through sequence: Int64) {
            seen.withLock { seen in
                seen.taken += entries.map(\.sequence)
                seen.through.append(sequence)
            }
        }
    }

    private let testStore: TestStore
    private let store: Store

    init() async throws {
        testStore = try await TestStore()
        store = try testStore.store
    }

    @Test func `a decision is committed with its entry`() async throws {
        let recorder = Recorder { _ in true }
        try await store.turns.handOnEntries(to: recorder)
        try await store.journal.append([.make(.make(text: "a")), .make(.make(text: "b"))])
        #expect(try await store.journal.entriesWithoutTurn(after: 0, limit: 10) == [])
        #expect(try await store.journal.waitingEntries() == Backlog())
        #expect(try await store.outbox.openDeliveries(after: 0, limit: 10).map(\.cause) == [1, 2])
        #expect(recorder.taken == [])
        #expect(recorder.through == [2])
    }

    @Test func `a decision sees the messages that its own transaction appends`() async throws {
        let seen = Mutex<[Int64?]>([])
        let journal = store.journal
        let recorder = Recorder { entry in
            let version = try? journal.lastVersion(of: entry.message, in: entry.channel, before: entry.sequence)
            seen.withLock { $0.append(version?.sequence) }
            return true
        }
        try await store.turns.handOnEntries(to: recorder)
        let message = Message.make(text: "a")
        var edit = message
        edit.code = .update
        let removal = Removal(
            message: message.id, clan: message.clan, channel: message.channel, sender: message.author.id, at: testStore.time.now)
        let deletion = NewEntry(event: .delete(removal), frame: [], receivedAt: testStore.time.now)
        try await store.journal.append([.make(message), .make(edit), deletion])
        #expect(seen.withLock { $0 } == [nil, 1, 2])
    }

    @Test func `entries that wait are handed on once they are durable`() async throws {
        try await store.journal.append([.make(.make(text: "before"))])
        let recorder = Recorder { _ in false }
        try await store.turns.handOnEntries(to: recorder)
        try await store.journal.append([.make(.make(text: "ours", by: .me), isOwn: true), .make(.make(text: "theirs"))])
        #expect(recorder.taken == [3])
        store.journal.endHandingOn()
        try await store.journal.append([.make(.make(text: "after"))])
        #expect(recorder.taken == [3])
        #expect(try await store.journal.entriesWithoutTurn(after: 0, limit: 10).map(\.sequence) == [1, 3, 4])
    }

    @Test func `later entries of a channel wait for one that waits`() async throws {
        let recorder = Recorder { $0.channel == .random || $0.sequence > 1 }
        try await store.turns.handOnEntries(to: recorder)
        try await store.journal.append([
            .make(.make(text: "waits")), .make(.make(text: "behind it")), .make(.make(text: "elsewhere", in: .random)),
        ])
        #expect(recorder.offered == [1, 3])
        #expect(recorder.taken == [1, 2])
        #expect(try await store.journal.entriesWithoutTurn(in: .general, after: 0, limit: 10).map(\.sequence) == [1, 2])
        try await store.journal.append([.make(.make(text: "later"))])
        #expect(recorder.offered == [1, 3, 4])
    }

    @Test func `events that decisions cause are handed on in order`() async throws {
        let notice = SystemEvent.news(.init("held", in: .test, at: testStore.time.now))
        let recorder = Recorder(causing: [notice]) { $0.sequence == 1 }
        try await store.turns.handOnEntries(to: recorder)
        try await store.journal.append([.make(.make(text: "decided")), .make(.make(text: "waits", in: .random))])
        #expect(recorder.taken == [2, 3])
        #expect(recorder.through == [3])
    }

    @Test func `a refused commit is retried without a second decision and with the same sequences`() async throws {
        let recorder = Recorder { _ in true }
        try await store.turns.handOnEntries(to: recorder)
        let refusals = Mutex(2)
        async let first = store.journal.append([.make(.make(text: "a")), .make(.make(text: "b"))])
        async let failing: Void = store.database.commit { _ in
            let isRefused = refusals.withLock { left in
                left -= 1
                return left >= 0
            }
            if isRefused { throw DatabaseError(resultCode: .SQLITE_FULL) }
        }
        for _ in 0..<2 {
            await testStore.time.waitForSleepers()
            testStore.time.advance(by: .seconds(5))
        }
        try await failing
        #expect(try await first == 2)
        try await store.journal.append([.make(.make(text: "c"))])
        #expect(recorder.offered == [1, 2, 3])
        #expect(recorder.through.last == 3)
        #expect(try await store.journal.entries(after: 0, limit: 10).map(\.sequence) == [1, 2, 3])
        #expect(try await store.journal.entriesWithoutTurn(after: 0, limit: 10) == [])
        #expect(try await store.outbox.openDeliveries(after: 0, limit: 10).map(\.cause) == [1, 2, 3])
    }

    /// Queues bursts of messages behind a write that appends nothing, waits until `offered` of them were offered, and then lets all be
    /// written.
    private func queue(
        _ bursts: [[Message]], to recorder: Recorder, until offered: Int, meanwhile: () async throws -> Void = {}
    ) async throws {
        let isOpen = Mutex(false)
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let blocked = Task.immediate {
            try await store.database.commit(atMost: 0) { _ in
                arrival.finish()
                while !isOpen.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
            }
        }
        for await _ in arrivals {}
        let (ends, end) = AsyncStream<Bool>.makeStream()
        for burst in bursts {
            store.journal.queue(burst.map { .make($0) }) {
            } ended: {
                end.yield($0 == nil)
            }
        }
        while recorder.offered.count < offered { await Task.yield() }
        try await meanwhile()
        isOpen.withLock { $0 = true }
        try await blocked.value
        var results = ends.makeAsyncIterator()
        for _ in bursts {
            let isDurable = await results.next()
            #expect(isDurable == true)
        }
    }

    @Test func `messages are decided while earlier ones are written`() async throws {
        let recorder = Recorder { $0.channel == .general }
        try await store.turns.handOnEntries(to: recorder)
        let bursts: [[Message]] = [
            [.make(text: "a"), .make(text: "b", in: .random)], [.make(text: "behind b", in: .random), .make(text: "c")],
        ]
        try await queue(bursts, to: recorder, until: 3) {
            let journaled = try await store.journal.entries(after: 0, limit: 10)
            #expect(journaled == [])
            #expect(recorder.taken == [])
        }
        #expect(recorder.offered == [1, 2, 4])
        #expect(recorder.taken == [2, 3])
        #expect(try await store.journal.entries(after: 0, limit: 10).map(\.sequence) == [1, 2, 3, 4])
        #expect(try await store.outbox.openDeliveries(after: 0, limit: 10).map(\.cause) == [1, 4])
        try await queue([[.make(text: "later", in: .random)]], to: recorder, until: 4)
        #expect(recorder.offered == [1, 2, 4, 5])
    }

    @Test func `a message that is decided early sees those before it`() async throws {
        let seen = Mutex<[Int64?]>([])
        let journal = store.journal
        let first = Message.make(text: "a")
        let recorder = Recorder { entry in
            let version = try? journal.lastVersion(of: first.id, in: first.channel, before: entry.sequence)
            seen.withLock { $0.append(version?.sequence) }
            return true
        }
        try await store.turns.handOnEntries(to: recorder)
        try await queue([[first], [.make(text: "b")]], to: recorder, until: 2)
        #expect(seen.withLock { $0 } == [nil, 1])
    }

    @Test func `events that an early decision causes keep their place, and later messages of their channel wait`() async throws {
        let notice = SystemEvent.news(.init("held", in: .test, at: testStore.time.now))
        let recorder = Recorder(causing: [notice]) { $0.kind == "message" }
        let place = NewEntry(system: notice).event.channel
        try await store.turns.handOnEntries(to: recorder)
        let bursts: [[Message]] = [
            [.make(text: "a", in: .random)], [.make(text: "b", in: place)], [.make(text: "c", in: .general)],
        ]
        try #require(place != .general && place != .random)
        // The third burst is only offered if the decision before it has not caused the same notice, which is omitted.
        try await queue(bursts, to: recorder, until: 2)
        #expect(recorder.offered == [1, 4])
        #expect(try await store.journal.entries(after: 0, limit: 10).map(\.sequence) == [1, 2, 3, 4])
        #expect(recorder.taken == [2, 3])
        #expect(recorder.through.last == 4, "the omitted notice of the last decision is not passed on")
    }

    @Test func `a message that is known is not decided again`() async throws {
        let recorder = Recorder { _ in true }
        try await store.turns.handOnEntries(to: recorder)
        let known = Message.make(text: "a")
        try await store.journal.append([.make(known)])
        try await queue([[known, .make(text: "b")]], to: recorder, until: 1)
        #expect(recorder.offered == [1, 2])
        #expect(try await store.journal.entries(after: 0, limit: 10).map(\.sequence) == [1, 2])
    }

    @Test func `turns that were decided are committed although handing on has ended`() async throws {
        let recorder = Recorder { _ in true }
        try await store.turns.handOnEntries(to: recorder)
        try await queue([[.make(text: "a")]], to: recorder, until: 1) { store.journal.endHandingOn() }
        #expect(try await store.journal.entriesWithoutTurn(after: 0, limit: 10) == [])
        #expect(try await store.outbox.openDeliveries(after: 0, limit: 10).map(\.cause) == [1])
    }

    @Test func `an entry that is handed on equals the one in the journal`() async throws {
        let handedOn = Mutex<[Entry]>([])
        struct Keeper: JournalSubscriber {
            let keep: @Sendable ([Entry]) -> Void
            func decide(_ entry: Entry) -> Turn? { nil }
            func take(_ entries: [Entry], through sequence: Int64) { keep(entries) }
        }
        try await store.turns.handOnEntries(to: Keeper { entries in handedOn.withLock { $0 += entries } })
        testStore.time.advance(by: .microseconds(1234))
        try await store.journal.append([
            NewEntry(system: .started(at: testStore.time.now)), .make(.make(text: "late"), isLate: true),
        ])
        #expect(try await store.journal.entries(after: 0, limit: 10) == handedOn.withLock { $0 })
    }
}
