import BotTesting
import ChatModel
import Testing

@testable import Storage

struct ConnectorTablesTests {
    private static let room = ChannelID(connection: "home", channel: "!a:x")
    private static let reaction = ExternalReaction("$r", in: room, to: 7, emoji: "👍", by: 8)

    @Test func `connector state is stored per connection, and the last value counts`() async throws {
        let testStore = try await TestStore()
        #expect(try await testStore.store.connectors.value("place", of: "home") == nil)
        for (value, port) in [("s1", "home"), ("x", "other"), ("s2", "home")] {
            try await testStore.store.connectors.append(
                [], reactions: [], storing: [ConnectorStateEntry(value, under: "place", of: port)])
        }
        let store = try testStore.restart()
        #expect(try await store.connectors.value("place", of: "home") == "s2")
        #expect(try await store.connectors.value("place", of: "other") == "x")
        #expect(try await store.connectors.value("device", of: "home") == nil)
    }

    @Test func `a reaction is found by its external id and its message until it is removed`() async throws {
        let store = try await TestStore().store
        try await store.connectors.append([], reactions: [.added(Self.reaction)], storing: [])
        var again = Self.reaction
        again.emoji = "👎"
        try await store.connectors.append([], reactions: [.added(again)], storing: [])
        #expect(try await store.connectors.reaction(named: "$r", in: Self.room) == Self.reaction, "the first counts")
        #expect(try await store.connectors.reaction(named: "$r", in: .general) == nil)
        #expect(try await store.connectors.reactions(to: 7, in: Self.room, by: 8) == [Self.reaction])
        #expect(try await store.connectors.reactions(to: 7, in: Self.room, by: 9) == [])
        try await store.connectors.append([], reactions: [.removed("$r", in: Self.room)], storing: [])
        #expect(try await store.connectors.reaction(named: "$r", in: Self.room) == nil)
        #expect(try await store.connectors.reactions(to: 7, in: Self.room, by: 8) == [])
    }

    @Test func `events and the connector's sync position are committed together`() async throws {
        let testStore = try await TestStore()
        let incoming = NewEntry.make(Message.make(text: "hi", in: Self.room))
        #expect(
            try await testStore.store.connectors.append(
                [incoming], reactions: [], storing: [ConnectorStateEntry("s1", under: "place", of: "home")]) == 1)
        #expect(
            try await testStore.store.connectors.append(
                [incoming], reactions: [], storing: [ConnectorStateEntry("s2", under: "place", of: "home")]) == 0)
        #expect(try await testStore.store.connectors.value("place", of: "home") == "s2")
        #expect(try await testStore.store.journal.entries(after: 0, limit: 10).count == 1)
    }
}
