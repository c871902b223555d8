import ChatModel
import Testing

@testable import RuleEngine

struct ForwardedConditionTests {
    @Test(
        arguments: [
            ("true", true, .yes("forwarded it is forwarded")), ("true", false, .no("forwarded: it is not forwarded")),
            ("false", false, .yes("forwarded it is not forwarded")), ("false", true, .no("forwarded: it is forwarded")),
        ] as [(String, Bool, ConditionTestHarness.MessageCase)])
    func `a forwarded message is told from others`(
        wanted: String, isForwarded: Bool, said: ConditionTestHarness.MessageCase
    ) throws {
        let message = Message.make("x").with { if isForwarded { $0.content.extras["fwd"] = .bool(true) } }
        #expect(try ConditionTestHarness().ask("{ forwarded: \(wanted) }", message) == said)
    }
}
