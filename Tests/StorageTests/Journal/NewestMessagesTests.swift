import BotTesting
import ChatModel
import Foundation
import Testing

@testable import Storage

@Suite struct NewestMessagesTests {
    private var newest = NewestMessages(between: (100, 1_000_000))

    private mutating func record(_ ids: [MessageID], in channel: ChannelID = .general) -> Bool {
        newest.recordIfNew(ids.map { .make(.make(in: channel, id: $0)) })
    }

    @Test mutating func `messages that were not recorded are new, in any order`() {
        let isNew = [record([101, 105]), record([106]), record([102, 104], in: .random), record([103])]
        #expect(isNew == [true, true, true, true])
    }

    @Test(arguments: [[100], [50], [103, 103], [102], [1_000_000], [2_000_000]] as [[MessageID]])
    mutating func `a message that may be known is not new`(ids: [MessageID]) {
        newest.record(102)
        let isNew = record(ids, in: .random)
        #expect(!isNew)
        let isLaterNew = record([103])
        #expect(isLaterNew, "a refused batch is not recorded")
    }

    @Test mutating func `other events and other networks are left to the database`() {
        let elsewhere = ChannelID(connection: "irc", channel: "#a")
        let areNew = [
            newest.recordIfNew([NewEntry(system: .started(at: Date(timeIntervalSince1970: 0)))]),
            newest.recordIfNew([.make(.make(in: elsewhere, id: 200))]),
        ]
        #expect(areNew == [false, false])
    }

    @Test mutating func `of many messages only the newest are remembered, and older ones count as known`() {
        for id in 101...40_000 as ClosedRange<Int64> { newest.record(MessageID(id)) }
        let areNew = [record([150]), record([39_999]), record([40_001])]
        #expect(areNew == [false, false, true])
    }
}
