import Foundation
import MezonModel
import Testing

@testable import MezonBot

struct BackfillStartTests {
    private let now = Snowflake.date(of: MessageID(5_000 << 22))

    @Test func `a fresh install begins at the newest message that the server lists`() {
        let channel = Channel(id: 7, clan: 1, label: "general", lastMessage: 40)
        #expect(BackfillStart(known: [:], now: now).lastMessage(of: channel) == 40)
    }

    @Test func `a fresh install begins now where the server lists none`() {
        let channel = Channel(id: 7, clan: 1, label: "general")
        #expect(BackfillStart(known: [:], now: now).lastMessage(of: channel) == MessageID(5_000 << 22))
    }

    @Test func `a channel made while we were away is taken in from its beginning`() {
        let channel = Channel(id: 90, clan: 1, label: "new", lastMessage: 95)
        #expect(BackfillStart(known: [7: 80], now: now).lastMessage(of: channel) == 90)
    }

    @Test func `an old channel that we are new in is not taken in`() {
        let channel = Channel(id: 10, clan: 1, label: "old", lastMessage: 70)
        #expect(BackfillStart(known: [7: 80], now: now).lastMessage(of: channel) == 70)
    }
}
