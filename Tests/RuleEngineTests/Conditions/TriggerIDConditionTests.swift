import ChatModel
import Testing

@testable import RuleEngine

struct TriggerIDConditionTests {
    @Test func `trigger_id matches the trigger that fired`() throws {
        let harness = ConditionTestHarness()
        let said = try harness.ask(
            "{ trigger_id: again }", .message(.make("x")), trigger: "[ { message: { id: again } }, edit ]")
        #expect(said == .yes("trigger_id it is again"))
        let other = try harness.ask("{ trigger_id: [edit] }", .message(.make("x")), trigger: "[ message, edit ]")
        #expect(other == .no("trigger_id: it is message"))
    }
}
