import ChatModel
import MezonProtocol
import Testing

@testable import MezonTestGateway

@Suite struct MessageLogTests {
    private func log(_ ids: [Int64], perChannel: Int = 100, total: Int = 1000) -> MessageLog {
        var log = MessageLog(perChannel: perChannel, total: total)
        for id in ids { log.append(message(id)) }
        return log
    }

    private func message(_ id: Int64, in channel: Int64 = 1, topic: Int64 = 0) -> ApiChannelMessage {
        var message = ApiChannelMessage()
        message.messageID = id
        message.channelID = channel
        message.topicID = topic
        return message
    }

    @Test(arguments: [
        (0, MessageLog.Direction.before, 3, [7, 8, 9]), (0, .after, 3, [7, 8, 9]), (5, .before, 2, [3, 4]),
        (5, .after, 2, [6, 7]),
        (5, .around, 4, [3, 4, 5, 6]), (1, .before, 5, []), (9, .after, 5, []), (9, .around, 4, [6, 7, 8, 9]),
        (100, .before, 2, [8, 9]),
        (100, .after, 2, []),
    ]) func `a page adjoins its cursor, oldest message first`(
        cursor: Int64, direction: MessageLog.Direction, limit: Int, expected: [Int64]
    ) {
        let page = log(Array(1...9)).page(of: 1, from: MessageID(cursor), direction, topic: 0, limit: limit)
        #expect(page.map(\.messageID) == expected)
    }

    @Test func `the messages of a channel are limited, and the oldest are removed`() {
        let log = log(Array(1...9), perChannel: 4)
        #expect(log.count == 4)
        #expect(log.page(of: 1, from: 0, .before, topic: 0, limit: 100).map(\.messageID) == [6, 7, 8, 9])
        #expect(log.message(5, in: 1) == nil)
    }

    @Test func `the messages of all channels are limited, and the oldest are removed`() {
        var log = MessageLog(perChannel: 100, total: 4)
        for id in Int64(1)...8 { log.append(message(id, in: id % 2)) }
        #expect(log.count == 4)
        #expect(log.page(of: 0, from: 0, .before, topic: 0, limit: 9).map(\.messageID) == [6, 8])
        #expect(log.page(of: 1, from: 0, .before, topic: 0, limit: 9).map(\.messageID) == [5, 7])
    }

    @Test func `removed messages are gone and the count stays correct`() {
        var log = MessageLog(perChannel: 100, total: 10)
        for id in Int64(1)...1000 {
            log.append(message(id))
            if id % 2 == 0 { log.remove(MessageID(id), in: 1) }
        }
        #expect(log.count == log.page(of: 1, from: 0, .before, topic: 0, limit: 100).count)
        #expect(log.message(999, in: 1) != nil)
        #expect(log.message(1000, in: 1) == nil)
    }

    @Test func `messages of a topic are read separately`() {
        var log = log([1, 2])
        log.append(message(3, topic: 7))
        #expect(log.page(of: 1, from: 0, .before, topic: 0, limit: 9).map(\.messageID) == [1, 2])
        #expect(log.page(of: 1, from: 0, .before, topic: 7, limit: 9).map(\.messageID) == [3])
    }
}
