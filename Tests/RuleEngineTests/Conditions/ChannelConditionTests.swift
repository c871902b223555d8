import ChatModel
import Testing

@testable import RuleEngine

struct ChannelConditionTests {
    typealias MessageCase = ConditionTestHarness.MessageCase

    static let channels: [(String, ChannelID, MessageCase)] = [
        ("is: general", 11, .yes("channel.is 11")),
        ("is: general", 12, .yes("channel.is 11")),
        ("is: [general, mod-log]", 13, .no("channel.is: it is 'news'")),
        ("type: [text, announcement]", 13, .yes("channel.type announcement")),
        ("type: text", 12, .no("channel.type: it is thread")),
        ("type: text", 99, .no("channel.type: the channel is unknown")),
        ("category: projects", 11, .yes("channel.category 31")),
        ("category: projects", 13, .no("channel.category: it is 0")),
        ("name: { starts_with: gen }", 11, .yes("channel.name 'general' has 'gen'")),
        ("name: { starts_with: gen }", 13, .no("channel.name: it is 'news'")),
        ("private: true", 11, .yes("channel.private it is private")),
        ("private: true", 13, .no("channel.private: it is not private")),
        ("private: false", 99, .no("channel.private: unknown")),
        ("is_thread: true", 12, .yes("channel.is_thread it is a thread")),
        ("is_thread: true", 11, .no("channel.is_thread: it is not a thread")),
    ]

    @Test(arguments: channels)
    func `a channel condition compares name, type, category and privacy`(fields: String, channel: ChannelID, said: MessageCase)
        throws
    {
        #expect(try ConditionTestHarness().ask("{ channel: { \(fields) } }", .make("x", in: channel)) == said)
    }
}
