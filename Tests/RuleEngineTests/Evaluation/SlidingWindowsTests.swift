import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct SlidingWindowsTests {
    private static let scopes: [(String, ChannelID, Bool)] = [
        ("channels: [general]", 11, true), ("channels: [general]", 13, false),
        // A public thread counts as its channel, and an unknown channel may turn out to be one.
        ("channels: [general]", 12, true), ("channels: [general]", 99, true),
        ("except_channels: [general]", 11, false), ("except_channels: [general]", 13, true),
        ("clans: [lab]", 13, true), ("clans: [lab]", 41, false),
        // The category of a channel may change.
        ("categories: [projects]", 13, true),
    ]

    @Test(arguments: scopes)
    func `a window holds nothing of a channel to which its rule does not apply`(
        scope: String, channel: ChannelID, isCounted: Bool
    ) throws {
        let (set, _) = try ConditionTestHarness.compile(
            "  - { id: a, trigger: message, in: { \(scope) }, when: { flood: { count: \"> 3\", within: 8s } }, then: { reply: x } }\n"
        )
        var harness = ConditionTestHarness()
        harness.channels[41] = Channel(id: 41, clan: 2, label: "shop")
        set.note(harness.facts(.message(.make("x", in: channel)), of: set))
        #expect(harness.memory.windows.count == (isCounted ? 1 : 0))
    }

    @Test func `a window of a user counts messages in channels to which its rule does not apply`() throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, trigger: message, in: { channels: [general] }, when: { flood: { count: \"> 2\", within: 8s, per: user } }, then: { reply: slow } }"
        )
        for second in 0..<2 { #expect(harness.say("x", in: 12, at: Double(second)).actions == []) }
        #expect(harness.say("x", in: 11, at: 2).actions == [.reply("slow")])
    }

    @Test func `an entry processed again after a restart is counted once`() throws {
        let engine = try ConditionTestHarness.engine("{ flood: { count: \">= 2\", within: 8s } }")
        let message = Message.make("x")
        let context = EventContext(now: message.createdAt, me: 9)
        engine.rebuild(.message(message), context)
        #expect(engine.decide(.message(message), context).results == [])
    }

    @Test func `rebuilt windows count the same as live ones`() throws {
        let condition =
            "{ any: [ { flood: { count: \">= 2\", within: 8s } }, { duplicate: { count: 2, within: 2m, across: clan } } ] }"
        let engine = try ConditionTestHarness.engine(condition)
        for (id, channel) in [(50, 11), (51, 14)] as [(Int64, ChannelID)] {
            let message = Message.make("cùng một lời quảng cáo", in: channel).with { $0.id = MessageID(id) }
            engine.rebuild(.message(message), EventContext(now: message.createdAt, me: 9))
        }
        let said = ConditionTestHarness.said(engine, [(1, .make("x")), (1, .make("cùng một lời quảng cáo", in: 15))])
        #expect(said == ["1: flood.count 2 in 8s >= 2"])
    }

    @Test func `a rebuilt message counts in the clan of its channel, regardless of its clan field`() throws {
        let harness = try RuleEngineHarness(
            "  - { id: a, trigger: message, when: { flood: { count: \">= 3\", within: 8s, per: clan } }, then: { reply: crowd } }",
            channels: RuleEngineHarness.channels + [Channel(id: 41, clan: 2, label: "shop")])
        for id in [50, 51] as [MessageID] {
            let message = Message.make("x", in: 41, clan: 1).with {
                $0.id = id
                $0.createdAt = RuleEngineHarness.at(0)
            }
            harness.engine.rebuild(.message(message), EventContext(now: message.createdAt, me: RuleEngineHarness.me))
        }
        #expect(harness.say("x", in: 11, clan: 1, at: 1).actions == [])
        #expect(harness.say("x", in: 41, clan: 2, at: 1).actions == [.reply("crowd")])
    }
}
