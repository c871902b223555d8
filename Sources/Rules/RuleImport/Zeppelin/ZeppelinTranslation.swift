import BotConfiguration

/// The translation of the rules of Zeppelin's automod.
struct ZeppelinTranslation {
    let guild: ZeppelinGuild
    let diagnostics: DiagnosticCollector
    var names: RequiredNames
    /// The counters with a decay that rules use.
    var decaying: Set<String> = []
    /// The triggers of counters that are remembered, and the number of those for which there are rules.
    var remembered: [RememberedTrigger] = []
    var rememberedCount = 0

    /// More overrides of one rule than this would need more variants than anybody reads.
    private static let maxOverrides = 4

    /// A rule as it is for some members and channels.
    private struct Variant {
        var criteria: [Criterion]
        var node: ConfigNode
    }

    /// Returns the rules of the plugin, each as one or several drafts.
    mutating func rules(of plugin: ZeppelinGuild.Plugin) -> [[RuleDraft]] {
        guard case .map(let entries)? = plugin.config?.value("rules")?.kind else { return [] }
        var patches: [String: [(override: ZeppelinOverride, node: ConfigNode)]] = [:]
        for node in plugin.overrides {
            let override = ZeppelinOverride(node, in: guild, names: &names)
            for rule in override.rules { patches[rule.key, default: []].append((override, rule.value)) }
        }
        var groups = entries.prefix(ImportLimits.rules + 1).map { drafts(of: $0, patches[$0.key] ?? []) }.filter { !$0.isEmpty }
        let commands = levelCommands(for: groups.flatMap { $0 }, of: plugin)
        if let user = commands.first, let index = groups.firstIndex(where: { $0.contains { $0.position == user.position } }) {
            groups[index] += commands
        }
        return groups
    }

    private mutating func drafts(
        of entry: ConfigNode.Entry, _ patches: [(override: ZeppelinOverride, node: ConfigNode)]
    ) -> [RuleDraft] {
        var variants = [Variant(criteria: [], node: entry.value)]
        var remarks: [ImportRemark] = []
        if patches.count > Self.maxOverrides {
            remarks.append(.missingCondition("overrides", "more than \(Self.maxOverrides) overrides of one rule"))
        }
        for (override, patch) in patches.prefix(Self.maxOverrides) {
            remarks += override.remarks
            variants = variants.flatMap { variant in
                [
                    Variant(criteria: variant.criteria + [override.criterion], node: variant.node.merged(with: patch)),
                    Variant(criteria: variant.criteria + [override.criterion.negated], node: variant.node),
                ]
            }
        }
        let read = variants.compactMap { variant in
            ZeppelinRule(entry.key, at: entry.keyPosition, variant.node, diagnostics)
                .map { (rule: $0, criterion: Criterion.all(variant.criteria)) }
        }
        let active = read.filter { $0.rule.isEnabled && $0.criterion != .never }
        // A rule that is off everywhere is written as it is, and disabled.
        let shown = active.isEmpty ? read.suffix(1).map { (rule: $0.rule, criterion: Criterion.always) } : active
        return shown.flatMap { rule, criterion in
            translate(rule, criterion, isDisabled: active.isEmpty).map { draft in
                var draft = draft
                if !active.isEmpty { draft.note(remarks) }
                return draft
            }
        }
    }

    /// Translates a rule: its triggers on messages become one, every other trigger one of its own.
    private mutating func translate(_ rule: ZeppelinRule, _ criterion: Criterion, isDisabled: Bool) -> [RuleDraft] {
        var base = RuleDraft(name: rule.name, at: rule.position)
        base.title = rule.name.replacing("_", with: " ")
        base.isDisabled = isDisabled
        restrict(&base, criterion)
        if rule.affectsBots { base.exemptions.append(RuleNode.Entry(key: "bots", value: .word("false"))) }
        for key in rule.leftOver { base.note(.missingCondition(key, "not a key that this import knows")) }
        if let cooldown = rule.cooldown {
            if let delay = ForeignDelay(cooldown) {
                base.cooldown = ["per": .word("user"), "for": .text("\(delay)")]
            } else {
                base.note(.gap("cooldown", "'\(cooldown.prefix(30))' is no duration"))
            }
        }
        let triggers = rule.triggers.map { trigger($0.key, $0.value) }
        var drafts: [RuleDraft] = []
        let messages = triggers.filter { $0.kind == .message }
        if !messages.isEmpty {
            var draft = base
            draft.triggers = ["message", "edit"]
            draft.note(messages.flatMap(\.remarks))
            let criteria = messages.map(\.criterion)
            // What cannot be carried over finds nothing; the others still do.
            if criteria.allSatisfy({ $0 == .never }) {
                draft.note(.missingCondition("triggers", "none of the triggers can be carried over"))
            } else if case .holds(let condition) = Criterion.any(criteria) {
                draft.conditions.append(condition)
            }
            add(rule, to: &draft, burst: messages.compactMap(\.burst).first)
            drafts.append(draft)
        }
        for trigger in triggers where trigger.kind != .message {
            var draft = base
            draft.note(trigger.remarks)
            if case .event(let node) = trigger.kind { draft.triggers = [node] }
            if case .holds(let condition) = trigger.criterion { draft.conditions.append(condition) }
            add(rule, to: &draft, burst: trigger.burst)
            drafts.append(draft)
        }
        return drafts + remembering(at: rule.position)
    }

    private mutating func add(_ rule: ZeppelinRule, to draft: inout RuleDraft, burst: TranslatedTrigger.Burst?) {
        for action in rule.actions { act(action, on: &draft, burst: burst) }
        // A rule that only logs decides and is traced.
        if draft.actions.isEmpty, draft.isComplete, rule.actions.allSatisfy({ ["log", "clean"].contains($0.key) }) {
            draft.actions.append(["stop": .word("rule")])
        } else if !rule.allowsFurtherRules, draft.triggers.contains("message") {
            draft.actions.append(["stop": .word("stage")])
        }
    }

    /// Limits a rule to those for whom an override leaves it on.
    private func restrict(_ draft: inout RuleDraft, _ criterion: Criterion) {
        if let roles = criterion.negated.singleNegation?.roles {
            draft.exemptions.append(RuleNode.Entry(key: "roles", value: .list(roles)))
        } else if case .holds(let node) = criterion {
            if case .map(let parts) = node, let part = parts.first, parts.count == 1, part.key == "all",
                case .list(let items) = part.value
            {
                draft.conditions += items
            } else {
                draft.conditions.append(node)
            }
        }
    }
}

extension Criterion {
    /// The condition of `not: { not: … }`.
    fileprivate var singleNegation: Criterion? {
        guard case .holds(.map(let outer)) = self, outer.count == 1, outer[0].key == "not",
            case .map(let inner) = outer[0].value, inner.count == 1, inner[0].key == "not"
        else { return nil }
        return .holds(inner[0].value)
    }
}
