import ChatModel
import Foundation
import Testing

@testable import RuleEngine

struct CounterConditionTests {
    typealias MessageCase = ConditionTestHarness.MessageCase

    @Test(arguments: [
        ("name: strikes, value: \">= 3\"", "u5.g1", MessageCase.yes("counter.value 3 >= 3")),
        ("name: strikes, value: \"> 3\"", "u5.g1", .no("counter.value: 3 is not > 3")),
        ("name: strikes, scope: clan, value: 3", "g1", .yes("counter.value 3 is 3")),
        ("name: strikes, scope: clan, value: 3", "u5.g1", .no("counter.value: 0 is not 3")),
        ("name: strikes, distinct: 2", "u5.g1", .yes("counter.distinct 2 is 2")),
    ])
    func `a counter condition compares its value`(fields: String, subject: String, said: MessageCase) throws {
        let harness = ConditionTestHarness.with(.counter, "strikes", subject) {
            $0.count = 3
            $0.seen = [1, 2]
        }
        #expect(try harness.ask("{ counter: { \(fields) } }") == said)
    }

    @Test func `a counter decays as its ladder says`() throws {
        let harness = ConditionTestHarness.with(.counter, "strikes", "u5.g1") { $0.count = 3 }
        let later = Message.make("x").with { $0.createdAt += 15 * 86_400 }
        #expect(try harness.ask("{ counter: { name: strikes, value: 1 } }", later) == .yes("counter.value 1 is 1"))
    }
}
