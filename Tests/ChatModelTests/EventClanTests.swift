import Foundation
import Testing

@testable import ChatModel

/// The clan of an event, by its channel.
struct EventClanTests {
    private func clan(mode: StreamMode = .channel, known: Channel?) -> ClanID {
        let message = Message(
            id: 1, clan: 5, channel: 77, author: Author(id: 101, username: "an"), content: Content("hi"), mode: mode,
            createdAt: Date(timeIntervalSince1970: 0))
        return Event.message(message).clan { _ in known }
    }

    @Test func `an event belongs to the clan of its channel, whatever it claims`() {
        #expect(clan(known: Channel(id: 77, clan: 6, label: "hall")) == 6)
        #expect(clan(known: Channel(id: 77, clan: 0, kind: .direct, label: "")) == 0)
    }

    @Test(arguments: [(.direct, 0), (.group, 0), (.channel, 5), (.thread, 5)] as [(StreamMode, ClanID)])
    func `a message of an unknown conversation belongs to no clan`(mode: StreamMode, expected: ClanID) {
        #expect(clan(mode: mode, known: nil) == expected)
    }
}
