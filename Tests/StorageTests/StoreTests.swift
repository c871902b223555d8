import AsyncSupport
import BotTesting
import ChatModel
import Foundation
import GRDB
import Logging
import MezonProtocol
import Testing

@testable import Storage

struct StoreTests {
    // Appending

    @Test func `a message received live, twice and from history is journaled once`() async throws {
        let testStore = try await TestStore()
        let message = Message.make(text: "hi")
        #expect(try await testStore.store.journal.append([.make(message), .make(message)]) == 1)
        #expect(try await testStore.store.journal.append([.make(message)]) == 0)
        var relabelled = message
        relabelled.channelLabel = "as history tells it"
        #expect(try await testStore.store.journal.append([.make(relabelled, isLate: true)]) == 0)
        #expect(try await testStore.store.journal.entries(after: 0, limit: 10).map(\.isLate) == [false])
    }

    @Test func `a message id is journaled once, regardless of the channel`() async throws {
        let testStore = try await TestStore()
        #expect(
            try await testStore.store.journal.append([.make(.make(in: .general, id: 5)), .make(.make(in: .random, id: 5))]) == 1)
    }

    @Test func `two edits within a second are both journaled, and a repeated one once`() async throws {
        let testStore = try await TestStore()
        let first = Message.make(text: "first", id: 5, code: .update)
        let second = Message.make(text: "second", id: 5, code: .update)
        #expect(try await testStore.store.journal.append([.make(first), .make(second), .make(first)]) == 2)
    }

    /// The two texts have the same 64-bit FNV-1a hash.
    @Test func `two edits with the same hash are both journaled`() async throws {
        let testStore = try await TestStore()
        let edits = ["8yn0iYCKYHlIj4-BwPqk", "GReLUrM4wMqfg9yzV3KQ"].map { text in
            NewEntry(
                event: .edit(.make(text: text, id: 5, code: .update)), frame: Array(text.utf8), receivedAt: testStore.time.now)
        }
        #expect(try await testStore.store.journal.append(edits + edits) == 2)
    }

    @Test func `a page of entries is limited in bytes but has at least one entry`() async throws {
        let testStore = try await TestStore()
        let entries = (1...5 as ClosedRange<Int64>).map { id in
            NewEntry(
                event: .message(.make(id: MessageID(id))), frame: [UInt8](repeating: 1, count: 1000),
                receivedAt: testStore.time.now)
        }
        try await testStore.store.journal.append(entries)
        #expect(try await testStore.store.journal.entries(after: 0, limit: 10, bytes: 1).count == 1)
        #expect(try await testStore.store.journal.entries(after: 0, limit: 10, bytes: 2500).count == 3)
        #expect(try await testStore.store.journal.entriesWithoutTurn(after: 3, limit: 10, bytes: 1).map(\.sequence) == [4])
    }

    @Test func `a store of the schema without journal keys accepts edits`() async throws {
        let queue = try DatabaseQueue()
        try await queue.write { try $0.add(nil) }
        try DatabaseSchema.bot.migrate(queue, upTo: "deliveries that go out again")
        try await queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO journal (sequence, received_at, kind, clan, channel, message, identity, is_late, is_own, frame)
                    VALUES (1, 0, 'edit', 1, 1, 5, 77, 0, 0, x'01')
                    """)
        }
        try DatabaseSchema.bot.migrate(queue)
        try await queue.write { (database: Database) throws -> Void in
            let edit = NewEntry(
                event: .edit(.make(text: "new", id: 5, code: .update)), frame: [2], receivedAt: Date(timeIntervalSince1970: 1))
            let session = SQLiteSession(database)
            var (next, new) = (Int64(1), [Bool]())
            try JournalTable.append([edit, edit], to: session) {
                next += 1
                return next
            } ended: {
                new.append($1)
            }
            let sequences = try JournalTable.entries(after: 0, limit: 9, in: session).map(\.sequence)
            #expect(new == [true, false] && sequences == [1, 2])
        }
    }

    @Test func `a repeated deletion is journaled once`() async throws {
        let testStore = try await TestStore()
        let removal = Event.delete(Removal(message: 5, clan: .test, channel: .general, at: testStore.time.now))
        let incoming = NewEntry(event: removal, frame: [1], receivedAt: testStore.time.now)
        #expect(try await testStore.store.journal.append([incoming, incoming]) == 1)
    }

    @Test func `identical reactions are all journaled`() async throws {
        let testStore = try await TestStore()
        let reaction = Reaction(
            emoji: "👍", sender: 101, clan: .test, channel: .general, message: 5, messageAuthor: 102)
        let incoming = NewEntry(event: .reaction(reaction), frame: [1], receivedAt: testStore.time.now)
        #expect(try await testStore.store.journal.append([incoming, incoming]) == 2)
    }

    @Test func `ephemeral messages without an id are all journaled`() async throws {
        let testStore = try await TestStore()
        let message = Message.make(id: 0, code: .ephemeral)
        #expect(try await testStore.store.journal.append([.make(message), .make(message)]) == 2)
    }

    @Test func `entries keep their order and all their fields`() async throws {
        let testStore = try await TestStore()
        let messages = (0..<300).map { Message.make(text: "\($0)", in: $0 % 2 == 0 ? .general : .random) }
        for start in stride(from: 0, to: 300, by: 7) {
            try await testStore.store.journal.append(messages[start..<min(start + 7, 300)].map { .make($0, isLate: true) })
        }
        let entries = try await testStore.store.journal.entries(after: 0, limit: 1000)
        let expected = messages.enumerated().map { index, message in
            Entry(
                sequence: Int64(index + 1), receivedAt: message.createdAt, kind: "message", clan: .test,
                channel: message.channel, message: message.id, isLate: true, isOwn: false,
                frame: RtEnvelope(pushing: message).wireBytes)
        }
        #expect(entries == expected)
    }

    @Test func `concurrent appends are all journaled once`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        let messages = (0..<400).map { _ in Message.make() }
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for message in messages + messages { group.addTask { try await store.journal.append([.make(message)]) } }
            return try await group.reduce(0, +)
        }
        #expect(counts == 400)
        let entries = try await store.journal.entries(after: 0, limit: 1000)
        #expect(Set(entries.map(\.message)) == Set(messages.map(\.id)))
        #expect(entries.map(\.sequence) == (1...400).map(Int64.init))
    }

    @Test func `the bot's own messages get no turn`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make(text: "theirs")), .make(.make(text: "ours", by: .me), isOwn: true)])
        #expect(try await testStore.store.journal.entriesWithoutTurn(after: 0, limit: 10).map(\.sequence) == [1])
        let lines = try await testStore.reader().lines(after: 1, limit: 1)
        #expect(lines.map(\.trace) == [nil])
        #expect(lines.map(\.entry.isOwn) == [true])
    }

    @Test func `an append signals the journal, and an append without new entries does not`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        let message = Message.make()
        try await store.journal.append([.make(message)])
        try await store.journal.append([.make(message)])
        try await store.journal.append([])
        store.journal.signal.finish()
        #expect(await store.journal.signal.signals.reduce(0) { count, _ in count + 1 } == 1)
    }

    // Turns

    @Test func `a second turn of an entry is ignored`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make())])
        let delivery = NewDelivery(author: "bot:a", ordinal: 0, destination: .general, payload: [1])
        let other = NewDelivery(author: "bot:b", ordinal: 0, destination: .general, payload: [2])
        try await testStore.store.turns.commit([Turn(sequence: 1, trace: Trace([.init("a", "reply")]), deliveries: [delivery])])
        try await testStore.store.turns.commit([Turn(sequence: 1, trace: Trace([.init("b", "reply")]), deliveries: [other])])
        #expect(try await testStore.store.outbox.openDeliveries(after: 0, limit: 10).map(\.author) == ["bot:a"])
        let lines = try await testStore.reader().lines(after: 0, limit: 1)
        #expect(lines.map(\.trace) == [Trace([.init("a", "reply")])])
        #expect(try await testStore.store.journal.entriesWithoutTurn(after: 0, limit: 10) == [])
    }

    @Test func `a turn without an entry is rejected alone`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        try await store.journal.append([.make(.make())])
        let results = await withTaskGroup(of: Bool.self) { group in
            for sequence: Int64 in [1, 99] {
                group.addTask { (try? await store.turns.commit([Turn(sequence: sequence, trace: Trace())])) != nil }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 } == 1)
        #expect(try await store.journal.entriesWithoutTurn(after: 0, limit: 10) == [])
        #expect(!store.isDegraded)
    }

    @Test func `a delivery is unique by cause, author and ordinal`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make()), .make(.make())])
        let deliveries = [("a", 0), ("a", 1), ("b", 0), ("a", 0)].enumerated().map { index, key in
            NewDelivery(author: key.0, ordinal: key.1, destination: .general, payload: [UInt8(index)])
        }
        try await testStore.store.turns.commit([
            Turn(sequence: 1, trace: Trace(), deliveries: deliveries), Turn(sequence: 2, trace: Trace(), deliveries: deliveries),
        ])
        let open = try await testStore.store.outbox.openDeliveries(after: 0, limit: 10)
        #expect(open.map(\.payload) == [[0], [1], [2], [0], [1], [2]])
        #expect(open.map(\.cause) == [1, 1, 1, 2, 2, 2])
    }

    @Test func `the checkpoint of finished turns only increases`() async throws {
        let testStore = try await TestStore()
        #expect(try await testStore.store.turns.turnsThrough() == 0)
        for (mark, expected) in [(5, 5), (3, 5), (9, 9)] as [(Int64, Int64)] {
            try await testStore.store.turns.setTurnsThrough(mark)
            #expect(try await testStore.store.turns.turnsThrough() == expected)
        }
    }

    @Test func `the backlog counts waiting items and their oldest time`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        #expect(try await store.journal.waitingEntries() == Backlog())
        let first = testStore.time.now
        try await store.journal.append([.make(.make(text: "a"), at: first)])
        try await store.journal.append([.make(.make(text: "b"), at: first + 60)])
        #expect(try await store.journal.waitingEntries() == Backlog(count: 2, oldest: first))
        #expect(try await store.outbox.waitingDeliveries() == [:])
        let delivery = NewDelivery(author: "a", ordinal: 0, destination: .general, payload: [])
        try await store.turns.commit([Turn(sequence: 1, trace: Trace(), deliveries: [delivery])])
        #expect(try await store.journal.waitingEntries() == Backlog(count: 1, oldest: first + 60))
        let waiting = try await store.outbox.waitingDeliveries()
        #expect(waiting.mapValues(\.count) == [.general: 1] && waiting[.general]?.oldest != nil)
        #expect(Backlog(waiting.values) == waiting[.general] && Backlog([]) == Backlog())
    }

    // Deliveries

    @Test(arguments: [
        ([DeliveryResult.Outcome.sent(7)], Delivery.Status.sent, 1, MessageID(7), String?.none, 1),
        ([.partSent(7), .partSent(8), .sent(9)], .sent, 1, 7, nil, 3),
        ([.partSent(7)], .pending, 0, 7, nil, 1),
        ([.retry(at: Date(timeIntervalSince1970: 9), reason: "slow")], .sending, 1, 0, "slow", 0),
        ([.retry(at: Date(timeIntervalSince1970: 9), reason: "slow"), .sent(7)], .sent, 2, 7, nil, 1),
        ([.failed("no")], .failed, 1, 0, "no", 0),
        ([.dead("late")], .dead, 1, 0, "late", 0),
        ([.sent(7), .failed("no"), .sent(8), .retry(at: .distantFuture, reason: "x")], .sent, 1, 7, nil, 1),
    ])
    func `a delivery result updates its delivery, and the first final one counts`(
        outcomes: [DeliveryResult.Outcome], status: Delivery.Status, attempts: Int, message: MessageID, reason: String?,
        parts: Int
    ) async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make())])
        try await testStore.store.turns.commit([
            Turn(
                sequence: 1, trace: Trace(),
                deliveries: [NewDelivery(author: "a", ordinal: 0, destination: .general, payload: [1])])
        ])
        for outcome in outcomes {
            try await testStore.store.outbox.settle([DeliveryResult(delivery: 1, outcome: outcome, at: testStore.time.now)])
        }
        let delivery = try #require(
            try await testStore.reader().lines(after: 0, limit: 1).first?.deliveries.first)
        #expect(delivery.status == status)
        #expect(delivery.attempts == attempts)
        #expect(delivery.message == message)
        #expect(delivery.reason == reason)
        #expect(delivery.sentParts == parts)
        let isOpen = try await testStore.store.outbox.openDeliveries(to: .general, after: 0, limit: 9).count == 1
        #expect(isOpen == [.pending, .sending].contains(status))
        #expect(try await testStore.store.outbox.deliveryCounts() == [status: 1])
    }

    @Test func `the last message sent to a channel is found`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make())])
        let places: [ChannelID] = [.general, .random, .general, .general]
        let deliveries = places.enumerated().map { index, place in
            NewDelivery(author: "a", ordinal: index, destination: place, payload: [])
        }
        try await testStore.store.turns.commit([Turn(sequence: 1, trace: Trace(), deliveries: deliveries)])
        try await testStore.store.outbox.settle([
            DeliveryResult(delivery: 1, outcome: .sent(71), at: .distantPast),
            DeliveryResult(delivery: 2, outcome: .sent(72), at: .distantPast),
            DeliveryResult(delivery: 3, outcome: .failed("no"), at: .distantPast),
        ])
        #expect(try await testStore.store.outbox.lastSent(to: .general, before: 4) == 71)
        #expect(try await testStore.store.outbox.lastSent(to: .general, before: 1) == nil)
        #expect(try await testStore.store.outbox.settledThrough() == 3)
    }

    @Test func `all messages of a relayed copy are found, with their external ids`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make())])
        let deliveries = (0..<2).map { NewDelivery(author: "a", ordinal: $0, destination: .general, payload: []) }
        try await testStore.store.turns.commit([Turn(sequence: 1, trace: Trace(), deliveries: deliveries)])
        let origin: MessageID = 5
        try await testStore.store.outbox.settle([
            DeliveryResult(
                delivery: 1, outcome: .sent(71), at: .distantPast, copy: .init(of: origin, in: .random, by: 7, part: 0),
                externalMessages: [.init(71, externalID: "x"), .init(72, externalID: nil), .init(73, externalID: "z")]),
            // A correction that is sent as a new message refers to the existing copy and adds a message of its own.
            DeliveryResult(
                delivery: 2, outcome: .sent(0), at: .distantPast, copy: .init(of: origin, in: .random, by: 7, part: 512),
                externalMessages: [.init(74, externalID: "c")]),
        ])
        #expect(try await testStore.store.copies.copies(of: origin, in: .general, by: "a") == [71, 72, 73, 74])
        #expect(try await testStore.store.externalIDs.message(named: "z", in: .general) == 73)
        #expect(try await testStore.store.externalIDs.name(of: 74, in: .general) == "c")
        #expect(try await testStore.store.copies.counterpart(of: 73, in: .random)?.message == origin)
    }

    @Test(arguments: [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 1e300), Date(timeIntervalSince1970: -1e300)])
    func `extreme dates are stored`(date: Date) async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make(), at: date)])
        #expect(try await testStore.store.journal.entries(after: 0, limit: 1).count == 1)
    }

    // The directory

    @Test func `a channel seen for the first time starts at its newest message, and its journal goes on from there`() async throws
    {
        let testStore = try await TestStore(channels: [])
        var channel = Channel.general
        channel.lastMessage = 50
        try await testStore.store.directory.remember(clans: [], channels: [channel])
        #expect(try await testStore.store.directory.lastMessages() == [.general: 50])
        try await testStore.store.journal.append([.make(.make(id: 60))])
        channel.lastMessage = 70
        channel.label = "renamed"
        try await testStore.store.directory.remember(clans: [], channels: [channel])
        #expect(try await testStore.store.directory.lastMessages() == [.general: 60])
        #expect(try testStore.store.directory.channel(.general)?.label == "renamed")
    }

    @Test func `a forgotten channel is removed, also after a restart`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.directory.forget(.general)
        #expect(try testStore.store.directory.channels == [.random])
        #expect(try testStore.restart().directory.channels == [.random])
    }

    @Test func `concurrent updates of a channel end the same in memory and on disk`() async throws {
        let testStore = try await TestStore(channels: [])
        let store = try testStore.store
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try? await store.directory.remember(clans: [], channels: [Channel(id: 1, clan: .test, label: "\(number)")])
                }
            }
        }
        let inMemory = store.directory.channel(1)
        #expect(try testStore.restart().directory.channel(1) == inMemory)
    }

    // Opening

    @Test func `reopening finds open entries and deliveries`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append((0..<5).map { .make(.make(text: "\($0)")) })
        try await testStore.store.turns.commit(
            (1...3).map {
                Turn(
                    sequence: $0, trace: Trace(),
                    deliveries: [NewDelivery(author: "a", ordinal: 0, destination: .general, payload: [UInt8($0)])])
            })
        try await testStore.store.outbox.settle([DeliveryResult(delivery: 2, outcome: .sent(7), at: testStore.time.now)])
        let store = try testStore.restart()
        #expect(try await store.journal.entriesWithoutTurn(after: 0, limit: 10).map(\.sequence) == [4, 5])
        #expect(try await store.outbox.openDeliveries(after: 0, limit: 10).map(\.payload) == [[1], [3]])
        #expect(store.directory.channels.map(\.id) == [.general, .random])
        #expect(store.directory.clan(.test) == Clan(id: .test, name: "test"))
        try await store.journal.append([.make(.make())])
        #expect(try await store.journal.entries(after: 5, limit: 10).map(\.sequence) == [6])
    }
}
