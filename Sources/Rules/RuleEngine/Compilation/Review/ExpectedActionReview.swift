import BotConfiguration

/// Finds inline tests that expect an action which the rule does not have, so that they can never pass.
struct ExpectedActionReview {
    private let diagnostics: DiagnosticCollector

    /// The actions that perform others.
    private static let indirect: Set<String> = ["escalate", "run", "signal", "ask"]

    init(_ diagnostics: DiagnosticCollector) { self.diagnostics = diagnostics }

    func review(_ rule: ConfigNode) {
        let lists = ["then", "otherwise", "cooldown"].compactMap(rule.child)
        let names = lists.flatMap(\.maps).joined().map(\.key) + lists.flatMap(\.scalars).compactMap(\.scalarText)
        guard let tests = rule.child("tests"), Set(names).isDisjoint(with: Self.indirect) else { return }
        for test in tests.listItems {
            for item in test.child("expect")?.child("actions")?.listItems ?? [] {
                guard let name = item.scalarText, !names.contains(name) else { continue }
                let own = rule.child("then")?.listItems.compactMap { $0.onlyEntry?.key ?? $0.scalarText } ?? []
                diagnostics.warning(
                    "expects-other-action", "this test can never pass: the rule has no action '\(name)'", at: item.position,
                    suggestion: own.first.map { "write \($0), or add the action" } ?? "add the action")
            }
        }
    }
}
