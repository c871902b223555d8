import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct FloodConditionTests {
    @Test func `flood counts per user and channel within its window`() throws {
        let engine = try ConditionTestHarness.engine("{ flood: { count: \"> 2\", within: 8s } }")
        let elsewhere = Message.make("x", in: 14)
        let other = Message.make("x", by: .newcomer)
        #expect(
            ConditionTestHarness.said(
                engine,
                [
                    (0, .make("a")), (1, .make("a")), (1, elsewhere), (1, other), (2, .make("a")), (3, .make("a")),
                    (9.5, .make("a")),
                    (20, .make("a")),
                ]) == ["5: flood.count 3 in 8s > 2", "6: flood.count 4 in 8s > 2", "7: flood.count 3 in 8s > 2"])
    }

    static let measures: [(String, Message, String)] = [
        ("of: line, count: \"> 3\"", .make("a\nb"), "flood.count 4 in 10s > 3"),
        ("of: char, count: \"> 5\"", .make("abc"), "flood.count 6 in 10s > 5"),
        ("of: emoji, count: 4", .make("😀a😀"), "flood.count 4 in 10s is 4"),
        ("of: link, count: 2", .make("a.org"), "flood.count 2 in 10s is 2"),
        (
            "of: mention, count: 2", Message.make("x").with { $0.mentions = [Mention(user: 7, range: TextRange(0, 1))] },
            "flood.count 2 in 10s is 2"
        ),
        (
            "of: sticker, count: 2",
            Message.make("").with {
                $0.attachments = [
                    Attachment(filename: "1", url: "https://cdn.mezon.ai/stickers/1.webp", mediaType: "cdn.komu.vn/stickers"),
                    Attachment(filename: "a.png", url: "https://cdn.mezon.ai/a.png", mediaType: "image/png"),
                ]
            }, "flood.count 2 in 10s is 2"
        ),
    ]

    @Test(arguments: measures)
    func `flood measures lines, characters, emoji, links and mentions`(fields: String, message: Message, reason: String) throws {
        let engine = try ConditionTestHarness.engine("{ flood: { \(fields), within: 10s, per: clan } }")
        #expect(ConditionTestHarness.said(engine, [(0, message), (1, message)]) == ["2: \(reason)"])
    }

    @Test func `flood counts reactions without listing messages to delete`() throws {
        let engine = try ConditionTestHarness.engine(
            "{ flood: { of: reaction, count: \">= 2\", within: 10s, per: user } }", trigger: "reaction")
        let reasons = (0..<2).map { second in
            let reaction = Reaction(emoji: "x", sender: 5, clan: 1, channel: 11, message: 1, messageAuthor: 6)
            return engine.decide(.reaction(reaction), EventContext(now: ConditionTestHarness.start + Double(second), me: 9))
                .results
                .map(\.reason)
        }
        #expect(reasons == [[], ["flood.count 2 in 10s >= 2"]])
    }

    @Test func `a burst lists the counted messages, oldest first`() throws {
        let (set, _) = try ConditionTestHarness.compile(
            "  - { id: a, trigger: message, when: { flood: { count: 2, within: 5s, per: user } }, then: { reply: x } }\n")
        let harness = ConditionTestHarness()
        var found: MatchDetails?
        for (id, channel) in [(1, 11), (2, 14)] {
            let message = Message.make("x", in: ChannelID(Int64(channel))).with { $0.id = MessageID(Int64(id)) }
            let facts = harness.facts(.message(message), of: set)
            set.note(facts)
            if case .holds(let reason)? = set.rules[0].when?.decide(facts) { found = reason.found }
        }
        let messages: [MatchDetails.MessageLocation] = [.init(message: 1, channel: 11), .init(message: 2, channel: 14)]
        #expect(found == MatchDetails(count: 2, messages: messages, users: [Message.make("x").author.id]))
    }
}
