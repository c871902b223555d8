import BotKit
import ChatModel
import Foundation
import Testing

@testable import RuleEngine

@Suite struct SlidingWindowsTests {
    private static func engine(
        _ condition: String, trigger: String = "message", limits: String = "{ per_minute: 100000, per_day: 100000 }"
    )
        throws -> RuleEngine
    {
        RuleEngine(
            try ConditionTestHarness.compile(
                "  - { id: a, trigger: \(trigger), when: \(condition), then: { react: x }, late: run, limits: \(limits) }\n"
            ).set)
    }

    /// Evaluates the messages, each written the given number of seconds after the start.
    private func said(_ engine: RuleEngine, _ messages: [(TimeInterval, Message)]) -> [String] {
        messages.enumerated().flatMap { index, item in
            let message = item.1.with {
                $0.id = MessageID(Int64(index + 1))
                $0.createdAt += item.0
            }
            return engine.decide(.message(message), EventContext(now: message.createdAt, me: 9)).contributions
                .map { "\(index + 1): \($0.reason)" }
        }
    }

    @Test func `flood counts per user and channel within its window`() throws {
        let engine = try Self.engine("{ flood: { count: \"> 2\", within: 8s } }")
        let elsewhere = Message.make("x", in: 14)
        let other = Message.make("x", by: .newcomer)
        #expect(
            said(
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
    ]

    @Test(arguments: measures)
    func `flood measures lines, characters, emoji, links and mentions`(fields: String, message: Message, reason: String) throws {
        let engine = try Self.engine("{ flood: { \(fields), within: 10s, per: clan } }")
        #expect(said(engine, [(0, message), (1, message)]) == ["2: \(reason)"])
    }

    @Test func `flood counts reactions without listing messages to delete`() throws {
        let engine = try Self.engine("{ flood: { of: reaction, count: \">= 2\", within: 10s, per: user } }", trigger: "reaction")
        let reasons = (0..<2).map { second in
            let reaction = Reaction(emoji: "x", sender: 5, clan: 1, channel: 11, message: 1, messageAuthor: 6)
            return engine.decide(.reaction(reaction), EventContext(now: ConditionTestHarness.start + Double(second), me: 9))
                .contributions
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
        #expect(found == MatchDetails(count: 2, messages: [.init(message: 1, channel: 11), .init(message: 2, channel: 14)]))
    }

    @Test func `duplicate finds repeated texts despite obfuscation`() throws {
        let engine = try Self.engine("{ duplicate: { count: \">= 3\", within: 2m } }")
        let said = said(
            engine,
            [
                (0, .make("nhận quà miễn phí tại đây")), (10, .make("NHAN QUA MIEN PHI tai day!!!")),
                (20, .make("chào mọi người nhé cả nhà")), (30, .make("nhận.quà.miễn.phí.tại.đây")),
                (31, .make("nhận quà miễn phí tại đây", in: 14)), (40, .make("hi")), (135, .make("nhận quà miễn phí tại đây")),
            ])
        #expect(said == ["4: duplicate.count 3 in 2m >= 3"])
    }

    @Test func `duplicate across clan finds repeats in other channels and by other users`() throws {
        let spam = "mua hàng giá rẻ ở đây"
        let messages: [(TimeInterval, Message)] = [
            (0, .make(spam)), (1, .make(spam, in: 14)), (2, .make(spam, by: .newcomer, in: 15)), (3, .make(spam, by: .newcomer)),
        ]
        let clan = try Self.engine("{ duplicate: { count: \">= 2\", within: 2m, across: clan } }")
        #expect(said(clan, messages) == ["2: duplicate.count 2 in 2m >= 2", "4: duplicate.count 2 in 2m >= 2"])
        let everybody = try Self.engine("{ duplicate: { count: \"> 3\", within: 2m, across: clan, per: rule } }")
        #expect(said(everybody, messages) == ["4: duplicate.count 4 in 2m > 3"])
    }

    @Test(arguments: [(0.5, true), (0.95, false)])
    func `duplicate honors its similarity threshold`(similarity: Double, isFound: Bool) throws {
        let engine = try Self.engine("{ duplicate: { count: 2, within: 2m, similarity: \(similarity) } }")
        let said = said(
            engine, [(0, .make("tuyển cộng tác viên làm tại nhà 1")), (1, .make("tuyển cộng tác viên làm tại nhà, inbox"))])
        #expect(said.isEmpty == !isFound)
    }

    @Test func `duplicate skips texts below min_length`() throws {
        let engine = try Self.engine("{ not: { duplicate: { count: \">= 1\", within: 2m } } }")
        #expect(said(engine, [(0, .make("ok"))]) == ["1: not duplicate.min_length 2 characters are fewer than 12"])
    }

    @Test func `an entry processed again after a restart is counted once`() throws {
        let engine = try Self.engine("{ flood: { count: \">= 2\", within: 8s } }")
        let message = Message.make("x")
        let context = EventContext(now: message.createdAt, me: 9)
        engine.rebuild(.message(message), context)
        #expect(engine.decide(.message(message), context).contributions == [])
    }

    @Test func `rebuilt windows count the same as live ones`() throws {
        let condition =
            "{ any: [ { flood: { count: \">= 2\", within: 8s } }, { duplicate: { count: 2, within: 2m, across: clan } } ] }"
        let engine = try Self.engine(condition)
        for (id, channel) in [(50, 11), (51, 14)] as [(Int64, ChannelID)] {
            let message = Message.make("cùng một lời quảng cáo", in: channel).with { $0.id = MessageID(id) }
            engine.rebuild(.message(message), EventContext(now: message.createdAt, me: 9))
        }
        let said = said(engine, [(1, .make("x")), (1, .make("cùng một lời quảng cáo", in: 15))])
        #expect(said == ["1: flood.count 2 in 8s >= 2"])
    }
}
