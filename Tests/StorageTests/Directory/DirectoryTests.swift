import BotTesting
import ChatModel
import Testing

@testable import Storage

struct DirectoryTests {
    private let testStore: TestStore
    private let listed = Channel(
        id: 9, clan: .test, label: "lab", category: 31, categoryName: "Text", isPrivate: true, lastMessage: 5)

    init() async throws {
        testStore = try await TestStore()
        try await testStore.store.directory.remember(clans: [], channels: [listed])
    }

    @Test func `an event with fewer channel details keeps the known ones`() async throws {
        try await testStore.store.directory.remember(
            clans: [], channels: [Channel(id: 9, clan: .test, label: "laboratory", isPrivate: true, lastMessage: 5)])
        var expected = listed
        expected.label = "laboratory"
        #expect(try testStore.store.directory.channel(9) == expected)
        try testStore.restart()
        #expect(try testStore.store.directory.channel(9) == expected)
    }

    @Test func `a channel known by category id gets the category's name from other channels`() async throws {
        let moved = Channel(id: .general, clan: .test, label: "general", category: 31)
        try await testStore.store.directory.remember(clans: [], channels: [moved])
        #expect(try testStore.store.directory.channel(.general)?.categoryName == "Text")
        try await testStore.store.directory.remember(
            clans: [], channels: [Channel(id: 9, clan: .test, label: "lab", category: 32)])
        #expect(try testStore.store.directory.channel(9).map { [$0.category.description, $0.categoryName] } == ["32", ""])
    }

    @Test func `a connection to another network does not count as a second clan`() async throws {
        try await testStore.store.directory.remember(clans: [Clan(id: ClanID(connection: "irc"), name: "irc")], channels: [])
        #expect(try !testStore.store.directory.hasSeveralClans)
        try await testStore.store.directory.remember(clans: [Clan(id: 2, name: "annex")], channels: [])
        #expect(try testStore.store.directory.hasSeveralClans)
    }

    @Test func `a direct message channel is found by its user, also after a restart`() async throws {
        let conversation = Channel(id: 90, clan: 0, kind: .direct, label: "", isPrivate: true, lastMessage: 1, partner: 102)
        try await testStore.store.directory.remember(clans: [], channels: [conversation])
        var told = conversation
        told.partner = 0
        told.label = "an"
        try await testStore.store.directory.remember(clans: [], channels: [told])
        try testStore.restart()
        told.partner = 102
        #expect(try testStore.store.directory.conversation(with: 102) == told)
        #expect(try testStore.store.directory.conversation(with: 103) == nil)
    }

    @Test func `the creator of a thread is kept when an event does not name it, also after a restart`() async throws {
        let thread = Channel(id: 92, clan: .test, parent: 1, kind: .thread, label: "a", lastMessage: 1, creator: 102)
        try await testStore.store.directory.remember(clans: [], channels: [thread])
        var renamed = thread
        (renamed.label, renamed.creator) = ("b", nil)
        try await testStore.store.directory.remember(clans: [], channels: [renamed])
        try testStore.restart()
        renamed.creator = 102
        #expect(try testStore.store.directory.channel(92) == renamed)
    }

    @Test func `a channel of a clan is no direct conversation with a user`() async throws {
        var channel = Channel(id: 90, clan: 0, kind: .direct, label: "", isPrivate: true, lastMessage: 1, partner: 102)
        try await testStore.store.directory.remember(clans: [], channels: [channel])
        (channel.kind, channel.clan, channel.partner) = (.text, .test, 0)
        try await testStore.store.directory.remember(clans: [], channels: [channel])
        #expect(try testStore.store.directory.conversation(with: 102) == nil)
        #expect(try testStore.store.directory.channel(90)?.partner == 0)
    }

    @Test func `the newest message of a channel known by its id alone survives a restart and its look-up`() async throws {
        let message = Message.make(in: 91)
        try await testStore.store.directory.noteUnknown(91)
        #expect(try await testStore.store.directory.lastMessages()[91] == nil)
        try await testStore.store.journal.append([.make(message)])
        try testStore.restart()
        let directory = try testStore.store.directory
        #expect(directory.channel(91) == nil)
        #expect(try await directory.lastMessages()[91] == message.id)
        #expect(try await testStore.reader().channels().map(\.id).contains(91) == false)
        try await directory.addUnknown(Channel(id: 91, clan: .test, label: "found", lastMessage: 7))
        #expect(directory.channel(91)?.label == "found")
        #expect(try await directory.lastMessages()[91] == message.id)
    }

    @Test func `a look-up does not replace a channel that has become known meanwhile`() async throws {
        try await testStore.store.directory.addUnknown(Channel(id: 9, clan: .test, label: "public by then"))
        #expect(try testStore.store.directory.channel(9) == listed)
    }
}
