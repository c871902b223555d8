import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct SlidingWindowsTests {
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
