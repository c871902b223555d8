import BotConfig

/// What a rule must say: `expect: { hit: true, actions: [delete, warn], because: text.any_word, counters: { strikes: 2 } }`.
struct Expected: Hashable, Sendable {
    var hit: Bool
    /// The actions it asks for, each as often as it stands there, in any order; nil where the test does not care.
    var actions: [String]?
    /// The part that decided: `author.member_for`.
    var because: String?
    var counters: [String: Int] = [:]

    init?(_ node: ConfigNode, _ compilation: Compilation) {
        let findings = compilation.findings
        guard var map = MapReader(node, "'expect'", findings) else { return nil }
        let hit = map.require("hit", "Whether the rule acts.")?.truth(findings)
        let names = RuleActions.all.map { $0.name }
        actions = map.take("actions", "The names of its actions, in any order.")?.list(orSingle: true, findings)?
            .compactMap { $0.word(of: names, "an action", code: "unknown-action", findings) }
        because = map.take("because", "The part that decides: `author.member_for`.")?.text(findings)
        for entry in map.take("counters", "What counters hold afterwards.")?.named("'counters'", findings) ?? [] {
            counters[entry.key] = entry.value.wholeNumber(in: 0...1_000_000_000, findings)
        }
        map.finish()
        guard let hit else { return nil }
        self.hit = hit
    }
}
