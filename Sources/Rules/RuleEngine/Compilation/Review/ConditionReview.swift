import BotConfiguration
import ChatModel

/// Finds conditions that can never hold, in unambiguous cases.
struct ConditionReview {
    private let rule: CompiledRule
    private let prefixes: [String]
    private let diagnostics: DiagnosticCollector

    /// - Parameter prefixes: The prefixes of commands in all clans.
    init(_ rule: CompiledRule, prefixes: [String], _ diagnostics: DiagnosticCollector) {
        self.rule = rule
        self.prefixes = prefixes
        self.diagnostics = diagnostics
    }

    func review(_ condition: ConfigNode) {
        contradictions(in: condition)
        let command = CommandTextReview(rule: rule, prefixes: prefixes, diagnostics: diagnostics)
        for part in condition.conjuncts { command.review(part) }
        guard rule.triggers.allSatisfy({ Self.triggersWithoutMessage.contains($0.kind) }) else { return }
        for part in condition.conjuncts { warnOfMissingText(part) }
    }

    /// Reports a condition that is combined with its own negation.
    private func contradictions(in condition: ConfigNode) {
        let parts = condition.conjuncts
        if parts.count > 1 {
            let known = Set(parts.map(\.json))
            for part in parts {
                guard let entry = part.onlyEntry, entry.key == "not", known.contains(entry.value.json) else { continue }
                diagnostics.warning(
                    "contradiction", "this never holds: the same condition is also required without 'not'", at: entry.keyPosition)
            }
        }
        ContradictionReview(diagnostics: diagnostics).review(parts)
        for part in parts {
            guard let entry = part.onlyEntry, ["any", "not"].contains(entry.key) else { continue }
            if entry.key == "any", case .list(let items) = entry.value.kind {
                for item in items { contradictions(in: item) }
            } else {
                contradictions(in: entry.value)
            }
        }
    }

    private func warnOfMissingText(_ part: ConfigNode) {
        guard let entry = part.onlyEntry, Self.aboutMessages.contains(entry.key) else { return }
        // Names also exist in other events, and `to: none` matches the absence of a message.
        if entry.key == "text", entry.value.child("read") != nil { return }
        if entry.key == "reply", entry.value.child("to")?.json == .string("none") { return }
        let kinds = rule.triggers.map(\.kind.rawValue).joined(separator: ", ")
        diagnostics.warning(
            "never-true", "'\(entry.key)' needs a message, but \(kinds) does not provide one", at: entry.keyPosition,
            suggestion: "add message to the triggers, or remove this condition")
    }

    private static let aboutMessages: Set<String> = [
        "text", "links", "caps", "emoji", "repeat_chars", "mentions", "reply", "duplicate", "header",
    ]

    /// The triggers that provide no message. `counter` is not among them: events of any kind change counters.
    private static let triggersWithoutMessage: Set<RuleTrigger.Kind> = Set(RuleTrigger.Kind.allCases).subtracting([
        .message, .edit, .command, .counter, .unanswered, .roomChange,
    ])
}
