import BotTesting
import ChatModel
import Foundation
import MezonProtocol
import Storage
import Testing

@testable import ConnectorKit

struct ExternalIDMapTests {
    private static let room = ChannelID(connection: "net", channel: "#swift")

    private static func incoming(_ id: MessageID, named name: String?) -> NewEntry {
        let event = Event.message(.make(in: room, id: id))
        return NewEntry(event: event, frame: ExternalEventCodec.bytes(of: event) ?? [], receivedAt: .distantPast, name: name)
    }

    @Test func `a repeated external message keeps one id, in memory, in storage and after a restart`() async throws {
        let testStore = try await TestStore()
        var naming = try await ExternalIDMap(store: testStore.store, time: testStore.time)
        let id = try await naming.message(named: "$1", in: Self.room)
        #expect(id.isExternal)
        #expect(try await naming.message(named: "$1", in: Self.room) == id)
        #expect(try await naming.message(named: "$1", in: 5) != id)
        #expect(try await testStore.store.journal.append([Self.incoming(id, named: "$1")]) == 1)
        #expect(try await testStore.store.journal.append([Self.incoming(id, named: "$1")]) == 0)
        try testStore.restart()
        naming = try await ExternalIDMap(store: testStore.store, time: testStore.time)
        #expect(try await naming.message(named: "$1", in: Self.room) == id)
        #expect(try await testStore.store.externalIDs.name(of: id, in: Self.room) == "$1")
        #expect(try await naming.known("$2", in: Self.room) == nil)
    }

    @Test func `a message without an external id gets a new id, later than all stored ones`() async throws {
        let testStore = try await TestStore()
        let naming = try await ExternalIDMap(store: testStore.store, time: testStore.time)
        let first = try await naming.message(named: nil, in: Self.room)
        let second = try await naming.message(named: nil, in: Self.room)
        #expect(first < second)
        let late = MessageID(foreignSnowflake: Snowflake.floor(of: testStore.time.now.addingTimeInterval(86_400)))
        try await testStore.store.journal.append([Self.incoming(late, named: nil)])
        try testStore.restart()
        let after = try await ExternalIDMap(store: testStore.store, time: testStore.time)
        #expect(try await after.message(named: nil, in: Self.room) > late)
    }

    @Test func `the id of an external message encodes its time`() async throws {
        let testStore = try await TestStore()
        let id = try await ExternalIDMap(store: testStore.store, time: testStore.time).message(named: nil, in: Self.room)
        #expect(abs(Snowflake.date(of: id).timeIntervalSince(testStore.time.now)) < 0.002)
    }
}
