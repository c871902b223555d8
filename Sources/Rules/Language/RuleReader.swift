import BotConfig

/// Compiles one rule as it was written.
struct RuleReader {
    let declaration: RuleDeclaration
    let defaults: DefaultSettings
    let compilation: Compilation
    private var findings: Findings { compilation.findings }

    init(_ declaration: RuleDeclaration, defaults: DefaultSettings, _ compilation: Compilation) {
        self.declaration = declaration
        self.defaults = defaults
        self.compilation = compilation
    }

    /// `nil` where something without which there is no rule is missing or wrong. All of it has been read then, too.
    func read() -> Rule? {
        guard var map = MapReader(declaration.node, "a rule", findings) else { return nil }
        let id = map.require("id").flatMap(identifier)
        let title = map.take("title")?.text(findings) ?? ""
        for tag in map.take("tags")?.list(orSingle: true, findings) ?? [] { _ = tag.text(findings) }
        for key in ["owner", "doc"] { _ = map.take(key)?.text(findings) }
        let mode = map.take("mode")?.choice(RuleMode.self, "a mode", findings)
        let priority = map.take("priority")?.wholeNumber(in: -1000...1000, findings) ?? 0
        let triggers = (map.require("trigger")?.list(orSingle: true, findings) ?? [])
            .compactMap { $0.choice(RuleTrigger.self, "a trigger", code: "unknown-trigger", findings) }
        let scope = map.take("in").map { RuleScope($0, compilation) } ?? .everywhere
        let exemption = map.take("except").map { RuleExemption($0, compilation) } ?? .nobody
        let late = map.take("late")?.choice(LatePolicy.self, "a policy for late events", findings)
        let whenNode = map.take("when")
        compilation.findsText = false
        let when = whenNode.flatMap { Condition($0, compilation) }
        compilation.findsText = when?.findsText ?? false
        let then = map.require("then").map(actions) ?? []
        map.finish()
        // A condition that could not be read is not the same as none.
        guard let id, !triggers.isEmpty, !then.isEmpty, whenNode == nil || when != nil else { return nil }
        let deletes = then.contains { type(of: $0).deletes }
        return Rule(
            id: id, title: title, mode: mode ?? (deletes ? .shadow : .enforce), priority: priority, triggers: Set(triggers),
            scope: scope, exemption: exemption, late: late ?? defaults.late ?? (deletes ? .run : .skip), when: when, then: then,
            place: declaration.place)
    }

    private func actions(_ node: ConfigNode) -> [any RuleAction] {
        guard let items = node.list(orSingle: true, findings) else { return [] }
        if items.isEmpty { findings.error("missing-value", "'then' needs an action", at: node.place) }
        return items.compactMap { item in
            let names = RuleActions.all.map { $0.name }
            guard let word = WordNode(item, names, "an action", code: "unknown-action", findings) else { return nil }
            return RuleActions.all.first { $0.name == word.name }?.init(word, compilation)
        }
    }

    /// Kebab-case: it stands in traces, commands and outbox rows.
    private func identifier(_ node: ConfigNode) -> String? {
        guard let id = node.text(findings) else { return nil }
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        let isKebab = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
        }
        guard isKebab, id.utf8.count <= 64 else {
            findings.error(
                "bad-rule-id", "a rule's id is lower-case words joined by '-', at most 64 characters", at: node.place)
            return nil
        }
        return id
    }
}
