import BotTesting
import ChatModel
import Foundation
import MezonProtocol
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(15)))
struct StoreObservationTests {
    private func withArchive(_ body: (TestStore, Archive) async throws -> Void) async throws {
        let testStore = try await TestStore()
        let archive = try Archive(
            folder: testStore.dataFolder, store: testStore.store, time: testStore.time, logger: testStore.logger, pause: .zero
        ) { entry in
            guard case .envelope(let envelope)? = try? Frame(entry.frame),
                case .event(let event) = DecodedPush(envelope, receivedAt: entry.receivedAt)
            else { return nil }
            return event
        }
        do {
            try await body(testStore, archive)
        } catch {
            try archive.close()
            throw error
        }
        try archive.close()
    }

    private func say(
        _ texts: [String], from first: Int64 = 1, by author: Author = .an, in testStore: TestStore, channel: ChannelID = .general
    ) async throws {
        try await testStore.store.journal.append(
            texts.enumerated().map { .make(.make(text: $1, in: channel, by: author, id: MessageID(first + Int64($0)))) })
    }

    @Test func `messages are returned newest first, with their last version and without deleted ones`() async throws {
        try await withArchive { testStore, archive in
            try await say(["a", "b", "c", "d"], in: testStore)
            try await testStore.store.journal.append([
                .make(.make(text: "b2", id: 2, code: .update)), .make(.make(text: "c2", id: 3, code: .update)), removal(of: 3),
            ])
            try await say(["elsewhere"], from: 9, in: testStore, channel: 77)
            try await archive.catchUp()
            let all = try await archive.get(.messages(in: .general, limit: 10))
            #expect(all.map(\.text) == ["d", "b2", "a"])
            #expect(all.map { $0.editedAt != nil } == [false, true, false])
            let older = try await archive.get(.messages(in: .general, before: 4, limit: 1))
            #expect(older.map(\.id) == [2])
        }
    }

    @Test func `unread counts messages of others since the user's last one`() async throws {
        try await withArchive { testStore, archive in
            let me = Author.me.id
            try await say(["a", "b"], in: testStore)
            try await archive.catchUp()
            #expect(try await archive.get(.unread(in: .general, by: me)) == 2)
            try await say(["mine"], from: 3, by: .me, in: testStore)
            try await say(["c", "d", "e"], from: 4, in: testStore)
            try await testStore.store.journal.append([removal(of: 5)])
            try await archive.catchUp()
            #expect(try await archive.get(.unread(in: .general, by: me)) == 2)
            #expect(try await archive.get(.unread(in: 77, by: me)) == 0)
        }
    }

    @Test func `a subscriber gets the current state, then changes, and never misses the last`() async throws {
        try await withArchive { testStore, archive in
            var changes = archive.subscribe(to: .messages(in: .general, limit: 3)).makeAsyncIterator()
            #expect(try await changes.next() == [])
            try await say(["a"], in: testStore)
            try await archive.catchUp()
            #expect(try await changes.next()?.map(\.text) == ["a"])
            // Without a reader meanwhile, later values replace earlier ones.
            for id in Int64(2)...30 {
                try await say(["\(id)"], from: id, in: testStore)
                try await archive.catchUp()
            }
            var told = 0
            while let texts = try await changes.next()?.map(\.text) {
                told += 1
                if texts == ["30", "29", "28"] { break }
            }
            #expect(told < 30)
        }
    }

    @Test func `members and channels are published after the commit, without duplicates`() async throws {
        let testStore = try await TestStore()
        var people = try testStore.store.subscribe(to: .members(of: .test)).makeAsyncIterator()
        var places = try testStore.store.subscribe(to: .channels(of: .test)).makeAsyncIterator()
        let before = try #require(try await places.next())
        #expect(try await people.next() == [])
        let member = Member(clan: .test, user: 5, roles: [1], joinedAt: Date(timeIntervalSince1970: 5))
        for members in [[member], [member], [member, Member(clan: .test, user: 6)]] {
            try testStore.store.directory.beginListing(of: .test)
            try await testStore.store.directory.finishListing(of: .test, members: members, roles: [])
        }
        var last: [Member] = []
        while last.count < 2 { last = try #require(try await people.next()) }
        #expect(last.map(\.user) == [5, 6])
        let channel = Channel(id: 99, clan: .test, label: "new")
        try await testStore.store.directory.remember(clans: [], channels: [channel, Channel(id: 98, clan: 1, label: "other")])
        #expect(try await places.next() == (before + [channel]).sorted { $0.id < $1.id })
        #expect(try await testStore.store.get(.channels(of: 1)).map(\.id) == [98])
    }

    private func removal(of id: MessageID) -> NewEntry {
        var envelope = RtEnvelope()
        envelope.channelMessage = ApiChannelMessage(.make(id: id, code: .remove))
        let event = Event.delete(Removal(message: id, clan: .test, channel: .general, at: .distantPast))
        return NewEntry(event: event, frame: envelope.wireBytes, receivedAt: .distantPast)
    }
}
