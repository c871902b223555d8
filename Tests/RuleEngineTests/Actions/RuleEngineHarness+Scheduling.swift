import BotKit
import ChatModel
import Testing

@testable import RuleEngine

extension RuleEngineHarness {
    /// Actions of which some come ten minutes later, under the name `later`.
    static let later = "[{ schedule: { in: 10m, name: later, then: [{ react: 🔔 }] } }, { reply: now }]"

    /// Returns an engine with a rule `a` for messages with `go`, and a rule `b` for those with `halt`.
    static func going(_ then: String, halting other: String = "[{ cancel: later }]", mode: String = "enforce") throws
        -> RuleEngineHarness
    {
        try RuleEngineHarness(
            """
              - { id: a, trigger: message, when: { text: { contains: go } }, then: \(then) }
              - { id: b, mode: \(mode), trigger: message, when: { text: { contains: halt } }, then: \(other) }
            """)
    }
}

extension RuleDecision {
    /// The kinds of the actions besides waits.
    var kinds: [String] {
        otherActions.map { action in
            if case .resolved(let outgoing) = action { outgoing.request.kind } else { action.kind }
        }
    }
}
