import BotKit
import ChatModel
import Foundation

@testable import RuleEngine

extension ConditionTestHarness {
    /// Creates an engine with one rule that has a condition and no effective limits.
    static func engine(
        _ condition: String, trigger: String = "message", limits: String = "{ per_minute: 100000, per_day: 100000 }"
    ) throws -> RuleEngine {
        RuleEngine(
            try compile(
                "  - { id: a, trigger: \(trigger), when: \(condition), then: { react: x }, late: run, limits: \(limits) }\n"
            ).set)
    }

    /// Returns the reasons of an engine for messages, each written the given number of seconds after the start.
    static func said(_ engine: RuleEngine, _ messages: [(TimeInterval, Message)]) -> [String] {
        messages.enumerated().flatMap { index, item in
            let message = item.1.with {
                $0.id = MessageID(Int64(index + 1))
                $0.createdAt += item.0
            }
            return engine.decide(.message(message), EventContext(now: message.createdAt, me: 9)).results
                .map { "\(index + 1): \($0.reason)" }
        }
    }
}
