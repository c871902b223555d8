import ChatModel
import Foundation
import Testing

struct SnowflakeTests {
    @Test func `an id encodes its creation time`() {
        let date = Date(timeIntervalSince1970: 1_767_225_600.123)
        let id = MessageID(Snowflake.floor(of: date))
        #expect(abs(Snowflake.date(of: id).timeIntervalSince(date)) < 0.001)
    }

    @Test(arguments: [-1e300, -1.0, 0, 1_288_834_974.657, 1e300, .infinity, -.infinity])
    func `extreme dates do not crash and yield no negative id`(seconds: Double) {
        #expect(Snowflake.floor(of: Date(timeIntervalSince1970: seconds)) >= 0)
    }

    @Test func `ids increase within a millisecond and when the clock steps back`() {
        var sequence = SnowflakeSequence(node: 7)
        let date = Date(timeIntervalSince1970: 1_767_225_600)
        var ids: [Int64] = []
        for _ in 0..<10_000 { ids.append(sequence.next(at: date)) }
        for _ in 0..<100 { ids.append(sequence.next(at: date.addingTimeInterval(-3600))) }
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
        #expect(ids.allSatisfy { ($0 >> 12) & 0x3FF == 7 })
    }

    @Test func `an earlier id is one of the same network`() {
        let date = Date(timeIntervalSince1970: 1_767_225_600)
        let native = Snowflake.floor(of: date), earlier = Snowflake.floor(of: date.addingTimeInterval(-2))
        #expect(Snowflake.earlier(MessageID(native), by: .seconds(2)) == MessageID(earlier))
        #expect(Snowflake.earlier(MessageID(foreignSnowflake: native), by: .seconds(2)) == MessageID(foreignSnowflake: earlier))
        #expect(Snowflake.earlier(MessageID(5), by: .seconds(2)) == 0)
    }

    @Test func `an id in the far future or below zero is implausible`() {
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        func id(after days: Double) -> MessageID { MessageID(Snowflake.floor(of: now.addingTimeInterval(days * 86_400))) }
        for id in [0, 1, id(after: -3000), id(after: 0), id(after: 6)] { #expect(Snowflake.isPlausible(id, at: now)) }
        for id in [MessageID(Int64.max), id(after: 8), -1] { #expect(!Snowflake.isPlausible(id, at: now)) }
    }
}
