import ChatModel
import Foundation
import Testing

@testable import MezonClient

struct ConnectionEventTests {
    private static func arrival(_ id: Int, bytes: Int = 1) -> ReceivedEvent {
        ReceivedEvent(
            frame: Array(repeating: 0, count: bytes), event: .unknown(field: id), receivedAt: Date(timeIntervalSince1970: 0))
    }

    @Test func `events are joined with events, and phases between them keep their position`() {
        var events = ConnectionEvent.events([Self.arrival(1, bytes: 3)])
        let joinsEvents = events.join(.events([Self.arrival(2), Self.arrival(3)]))
        let joinsPhase = events.join(.lost("gone"))
        #expect((joinsEvents, joinsPhase) == (true, false))
        #expect((events.eventCount, events.byteCount) == (3, 5))
        var phase = ConnectionEvent.lost("gone")
        let phaseJoins = phase.join(.events([Self.arrival(4)]))
        #expect(!phaseJoins)
        #expect(phase.eventCount == 0)
    }
}
