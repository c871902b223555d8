import BotConfiguration
import TextFolding

extension ZeppelinTranslation {
    /// The plugins that hold rules in their settings.
    static let plugins: Set<String> = ["automod", "censor", "welcome_message", "tags", "counters"]

    /// Returns the rules of a plugin, each as one or several drafts.
    mutating func drafts(of plugin: ZeppelinGuild.Plugin) -> [[RuleDraft]] {
        switch plugin.name {
        case "automod": rules(of: plugin)
        case "censor": censor(plugin).map { [[$0]] } ?? []
        case "welcome_message": welcome(plugin).map { [[$0]] } ?? []
        case "tags": tags(plugin)
        default: []
        }
    }

    /// The word filter that preceded automod.
    private mutating func censor(_ plugin: ZeppelinGuild.Plugin) -> RuleDraft? {
        guard let config = plugin.config, var map = ForeignMap(config, "'censor'", diagnostics) else { return nil }
        var draft = RuleDraft(name: "censor", at: plugin.position)
        draft.title = "Censored words"
        draft.triggers = ["message", "edit"]
        var conditions: [RuleNode] = []
        var tokens = TextAlternatives(key: "blocked_tokens", folds: [.case])
        for token in map.texts("blocked_tokens") { tokens.add(token, as: .contains) }
        for word in map.texts("blocked_words") { tokens.add(word, as: .anyWord) }
        for source in map.texts("blocked_regex") {
            let pattern = ForeignPattern(source)
            tokens.add(pattern: pattern.text, fit: .anywhere, ignoresCase: pattern.ignoresCase)
        }
        draft.note(tokens.remarks)
        if let condition = tokens.condition() { conditions.append(condition) }
        if map.truth("filter_invites") == true { conditions.append(["links": ["invite": .word("true")]]) }
        if map.truth("filter_domains") == true {
            let (black, white) = (map.texts("domain_blacklist"), map.texts("domain_whitelist"))
            if !white.isEmpty { conditions.append(["links": ["domain_not_in": .list(white.map(RuleNode.text))]]) }
            if !black.isEmpty { conditions.append(["links": ["domain_in": .list(black.map(RuleNode.text))]]) }
        }
        if map.truth("filter_zalgo") == true { conditions.append(["text": ["matches": "\\p{M}{4,}", "fold": []]]) }
        guard let condition = RuleNode.any(conditions) else { return nil }
        draft.conditions = [condition]
        if let text = map.text("notify_message"), map.truth("notify_user") == true {
            draft.actions.append([
                "ephemeral": .text(written(text.replacing("{reason}", with: "{rule}"), "notify_message", &draft))
            ])
        }
        draft.actions.append(.word("delete"))
        for override in plugin.overrides {
            let criterion = ZeppelinOverride(criteriaOf: override, in: guild, names: &names).criterion
            guard let roles = criterion.roles else {
                draft.note(.missingCondition("overrides", "only an exemption by level is carried over here"))
                continue
            }
            draft.exemptions.append(RuleNode.Entry(key: "roles", value: .list(roles)))
        }
        return draft
    }

    private mutating func welcome(_ plugin: ZeppelinGuild.Plugin) -> RuleDraft? {
        guard let config = plugin.config, var map = ForeignMap(config, "'welcome_message'", diagnostics),
            let node = map.take("message")
        else { return nil }
        var draft = RuleDraft(name: "welcome-message", at: plugin.position)
        draft.title = "Welcome"
        draft.triggers = ["join"]
        let entries = message(node, "message", &draft)
        if map.truth("send_dm") == true {
            draft.actions.append(["dm": .map([RuleNode.Entry(key: "to", value: .word("author"))] + entries)])
        }
        if let channel = map.text("send_to_channel") {
            let to = RuleNode.Entry(key: "to", value: .text(names.name(.channels, id: channel)))
            draft.actions.append(["send": .map([to] + entries)])
        }
        return draft.actions.isEmpty ? nil : draft
    }

    /// Tags are commands that answer with a text.
    private mutating func tags(_ plugin: ZeppelinGuild.Plugin) -> [[RuleDraft]] {
        let groups = [plugin.config] + (plugin.config?.value("categories")?.entries ?? []).map(\.value)
        return groups.flatMap { $0?.value("tags")?.entries ?? [] }.map { entry in
            var draft = RuleDraft(name: "tag-\(entry.key)", at: entry.keyPosition)
            draft.title = "Tag \(entry.key)"
            draft.triggers = [["command": .text(entry.key.lowercased())]]
            let entries = message(entry.value, "tags", &draft)
            draft.actions = entries.isEmpty ? [] : [["reply": .map(entries)]]
            draft.note(.adaptation("tags", "a tag is a command with the bot's prefix"))
            return [draft]
        }
    }
}

extension ConfigNode {
    fileprivate var entries: [Entry] { if case .map(let entries) = kind { entries } else { [] } }
}
