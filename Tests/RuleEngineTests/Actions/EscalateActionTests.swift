import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct EscalateActionTests {
    @Test func `escalate takes each step once and repeats the last one`() throws {
        let harness = try LadderTests().harness()
        #expect(harness.say("bad").actions.map(\.kind) == ["ephemeral"])
        #expect(harness.say("bad").actions.map(\.kind) == ["ephemeral", "mute"])
        #expect(harness.say("bad").actions == [])
        #expect(harness.say("bad").actions == [.send("standard 4 4", to: 14)])
        #expect(harness.say("bad").actions == [.send("standard 4 5", to: 14)])
    }

    @Test func `escalate takes only the highest step reached`() throws {
        #expect(
            try LadderTests().harness("escalate: { ladder: standard, by: 3 }").say("bad").actions.map(\.kind) == [
                "ephemeral", "mute",
            ])
        #expect(
            try LadderTests().harness("escalate: { ladder: standard, by: 9 }").say("bad").actions == [
                .send("standard 4 9", to: 14)
            ])
    }
}
