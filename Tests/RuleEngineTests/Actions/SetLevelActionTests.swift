import BotKit
import ChatModel
import Testing

@testable import RuleEngine

struct SetLevelActionTests {
    @Test func `set_level stores the level under the clan's id`() throws {
        let harness = try RuleEngineHarness.changing([("x", "set_level: raid")], showing: "x")
        harness.say("x")
        #expect(
            harness.recorded.flatMap(\.storedEntries).filter { $0.kind == "level" }.map {
                "\($0.subject) \($0.value?.contains("raid") ?? false)"
            } == ["g1 true"])
    }
}
