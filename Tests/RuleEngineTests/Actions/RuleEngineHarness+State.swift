import BotKit
import ChatModel
import Testing

@testable import RuleEngine

extension RuleEngineHarness {
    /// Compiles rules that each change state on their own word, and one rule that shows the value.
    static func changing(_ changes: [(word: String, action: String)], showing: String) throws -> RuleEngineHarness {
        let rules = changes.enumerated().map { index, change in
            "  - { id: r\(index), trigger: message, when: { text: { equals: \(change.word) } }, then: [ { \(change.action) } ] }"
        }
        return try RuleEngineHarness(
            (rules + ["  - { id: show, trigger: message, when: { text: { equals: show } }, then: { reply: \"\(showing)\" } }"])
                .joined(separator: "\n"))
    }

    /// Returns the reply of the rule that shows the value.
    func shown(by author: Author = RuleEngineHarness.binh, in channel: ChannelID = 11, at seconds: Double = 0) -> [Action] {
        say("show", by: author, in: channel, at: seconds).actions
    }
}
