import BotConfiguration

/// The command with which members set the level of protection from raids in Zeppelin.
extension ZeppelinTranslation {
    private static let command = "antiraid"

    /// Returns rules for the command, one for each level, if any of the rules uses a level.
    mutating func levelCommands(for drafts: [RuleDraft], of plugin: ZeppelinGuild.Plugin) -> [RuleDraft] {
        guard let first = drafts.first(where: \.usesLevels) else { return [] }
        var allowed: [Criterion] = []
        for node in plugin.overrides where node.value("config")?.value("can_set_antiraid")?.scalarText == "true" {
            allowed.append(ZeppelinOverride(criteriaOf: node, in: guild, names: &names).criterion)
        }
        let isForAll = plugin.config?.value("can_set_antiraid")?.scalarText == "true"
        if allowed.isEmpty, !isForAll {
            let role = names.name(.roles, "moderator", meaning: "the role of your moderators")
            allowed.append(.holds(["author": ["has_role": [.text(role)]]]))
        }
        let criterion = isForAll ? .always : Criterion.any(allowed)
        return ["off", "low", "medium", "high"].map { name in
            var draft = RuleDraft(name: "\(Self.command) \(name)", at: first.position)
            draft.title = "Sets the level of protection from raids to \(name)"
            draft.triggers = [["command": .text(Self.command)]]
            if case .holds(let condition) = criterion { draft.conditions.append(condition) }
            draft.conditions.append(["text": ["ends_with": .text(" \(name)"), "fold": [.word("case")]]])
            draft.actions = [["set_level": .word(ZeppelinLevel(name).word)]]
            return draft
        }
    }
}

extension RuleDraft {
    /// A Boolean value that indicates whether the rule reads, sets or waits for an alert level.
    fileprivate var usesLevels: Bool { (triggers + conditions + actions).contains(where: \.usesLevels) }
}

extension RuleNode {
    fileprivate var usesLevels: Bool {
        switch self {
        case .word, .text: false
        case .list(let items): items.contains(where: \.usesLevels)
        case .map(let entries): entries.contains { ["level", "set_level"].contains($0.key) || $0.value.usesLevels }
        }
    }
}
