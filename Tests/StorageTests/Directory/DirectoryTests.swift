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
        try await testStore.store.directory.remember(clans: [Clan(id: ClanID(port: "irc"), name: "irc")], channels: [])
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
}
