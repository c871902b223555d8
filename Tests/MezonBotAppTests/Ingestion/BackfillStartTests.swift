import ChatModel
import Foundation
import Testing

@testable import MezonBotApp

struct BackfillStartTests {
    private let now = Snowflake.date(of: MessageID(5_000 << 22))

    @Test func `a new installation starts at the newest message that the server lists`() {
        let channel = Channel(id: 7, clan: 1, label: "general", lastMessage: 40)
        #expect(BackfillStart(known: [:], now: now).lastMessage(of: channel) == 40)
    }

    @Test func `a new installation starts at the current time when the server lists no message`() {
        let channel = Channel(id: 7, clan: 1, label: "general")
        #expect(BackfillStart(known: [:], now: now).lastMessage(of: channel) == MessageID(5_000 << 22))
    }

    @Test func `a channel created during an outage is read from its beginning`() {
        let channel = Channel(id: 90, clan: 1, label: "new", lastMessage: 95)
        #expect(BackfillStart(known: [7: 80], now: now).lastMessage(of: channel) == 90)
    }

    @Test func `an old channel that the bot newly joined is not backfilled`() {
        let channel = Channel(id: 10, clan: 1, label: "old", lastMessage: 70)
        #expect(BackfillStart(known: [7: 80], now: now).lastMessage(of: channel) == 70)
    }
}
