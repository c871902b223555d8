import ChatModel
import Testing

@testable import RuleEngine

struct VarConditionTests {
    typealias MessageCase = ConditionTestHarness.MessageCase

    @Test(arguments: [
        ("name: a, is: b", MessageCase.yes("var.is 'a' is 'b'")), ("name: a, is: [x, b]", .yes("var.is 'a' is 'b'")),
        ("name: a, is: false", .no("var.is: 'a' is 'b'")), ("name: c, is: b", .no("var.is: 'c' is not set")),
        ("name: a", .yes("var.name 'a' is 'b'")), ("name: c", .no("var.name: 'c' is not set")),
        ("name: mood, scope: channel, is: good", .yes("var.is 'mood' is 'good'")),
        ("name: mood, scope: user, is: good", .no("var.is: 'mood' is not set")),
        ("name: mood, is: good", .yes("var.is 'mood' is 'good'")),
        ("name: mood, scope: event, is: good", .no("var.is: 'mood' is not set")),
    ])
    func `a variable condition compares its value`(fields: String, said: MessageCase) throws {
        let harness = ConditionTestHarness.with(.variable, "mood", "c11") { $0.text = "good" }
        #expect(try harness.ask("{ var: { \(fields) } }", .message(.make("x")), variables: ["a": "b"]) == said)
    }
}
