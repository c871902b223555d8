import TextFolding

/// The translation of one rule of Discord's AutoMod.
struct DiscordTranslation {
    private var draft: RuleDraft
    private var names: RequiredNames

    static func draft(_ rule: DiscordRule, number: Int, names: inout RequiredNames) -> RuleDraft {
        var translation = DiscordTranslation(draft: RuleDraft(name: "discord-\(number)", at: rule.position), names: names)
        translation.translate(rule)
        names = translation.names
        return translation.draft
    }

    private mutating func translate(_ rule: DiscordRule) {
        if !rule.name.isEmpty {
            draft.name = rule.name
            draft.title = rule.name
        }
        draft.isDisabled = !rule.isEnabled
        draft.triggers = ["message", "edit"]
        switch rule.trigger {
        case .keyword: addSearch(rule)
        case .spam: addSpam()
        case .preset: addPresets(rule)
        case .mentionSpam: addMentions(rule)
        case .memberProfile: addNames(rule)
        case nil: draft.note(.missingCondition("trigger_type", "not a kind of rule that this import knows"))
        }
        for action in rule.actions { add(action) }
        exempt(rule)
    }

    private mutating func addSearch(_ rule: DiscordRule) {
        let found = search(rule)
        let conditions = [found.keywords, found.patterns].compactMap { $0.condition(allowing: Self.phrases(rule.allowed)) }
        guard let condition = RuleNode.any(conditions) else {
            return draft.note(.missingCondition("keyword_filter", "nothing is left to search for"))
        }
        draft.conditions.append(condition)
        if !rule.allowed.isEmpty, !rule.patterns.isEmpty {
            draft.note(.adaptation("allow_list", "a message with an allowed text is ignored by patterns as a whole"))
        }
    }

    private static func phrases(_ allowed: [String]) -> [String] {
        allowed.map { $0.trimmingSpace.description }.filter { $0.contains { $0 != "*" } }
    }

    private mutating func search(_ rule: DiscordRule) -> (keywords: TextAlternatives, patterns: TextAlternatives) {
        var keywords = TextAlternatives(key: "keyword_filter", folds: [.case])
        for keyword in rule.keywords { keywords.add(wildcard: keyword.trimmingSpace.description) }
        // Rust's patterns distinguish case unless they say otherwise.
        var patterns = TextAlternatives(key: "regex_patterns", folds: [])
        for source in rule.patterns {
            let pattern = ForeignPattern(source)
            patterns.add(pattern: pattern.text, fit: .anywhere, ignoresCase: pattern.ignoresCase)
        }
        draft.note(keywords.remarks + patterns.remarks)
        return (keywords, patterns)
    }

    private mutating func addSpam() {
        draft.note(
            .gap(
                "trigger_type 3", "Discord's judgement of what is spam is not public; floods and repetitions take its place",
                instead: "adjust the numbers"))
        draft.conditions.append([
            "any": [
                ["flood": ["of": .word("message"), "count": "> 6", "within": "8s", "per": .word("user+channel")]],
                ["duplicate": ["count": ">= 3", "within": "2m", "per": .word("user"), "across": .word("clan")]],
            ]
        ])
    }

    private mutating func addPresets(_ rule: DiscordRule) {
        let titles = [1: "profanity", 2: "sexual content", 3: "slurs"]
        let shown = rule.presets.map { titles[$0] ?? "\($0)" }.joined(separator: ", ")
        draft.note(
            .missingCondition(
                "presets", "Discord's words (\(shown)) are not public",
                instead: "lists: { rude: { words: […] } }, and text: { in_list: rude }"))
    }

    private mutating func addMentions(_ rule: DiscordRule) {
        if rule.detectsMentionRaids {
            draft.note(
                .gap(
                    "mention_raid_protection_enabled", "Discord's detection of raids is not public",
                    instead: "flood: { of: mention, count: \"> 50\", within: 1m, per: clan }"))
        }
        guard let limit = rule.mentionLimit, (0...50).contains(limit) else {
            guard !rule.detectsMentionRaids || rule.mentionLimit != nil else { return }
            return draft.note(.missingCondition("mention_total_limit", "a limit from 0 to 50 is expected"))
        }
        draft.conditions.append(["mentions": ["total": .text("> \(limit)")]])
    }

    private mutating func addNames(_ rule: DiscordRule) {
        let found = search(rule)
        let conditions = [found.keywords, found.patterns].compactMap {
            $0.condition({ ["author": ["name": $0]] }, allowing: Self.phrases(rule.allowed))
        }
        guard let condition = RuleNode.any(conditions) else {
            return draft.note(.missingCondition("keyword_filter", "nothing is left to search for"))
        }
        draft.conditions.append(condition)
        draft.triggers = ["message"]
        draft.note(.gap("trigger_type 6", "a name is seen when its owner writes, not when it changes"))
    }

    private mutating func add(_ action: DiscordRule.Action) {
        switch action {
        case .block(let message):
            if let message, !message.isEmpty { draft.actions.append(["ephemeral": .text(Self.inert(message))]) }
            draft.actions.append(.word("delete"))
        case .alert(let channel): draft.actions.append(["alert": .text(names.name(.channels, id: channel))])
        case .timeout(let seconds):
            guard let delay = ForeignDelay(seconds: seconds) else {
                return draft.note(.gap("actions", "a timeout of \(seconds) seconds"))
            }
            draft.actions.append(["mute": ["for": .text("\(delay)"), "in": .word("clan")]])
        case .blockInteraction:
            draft.note(
                .gap(
                    "actions", "members cannot be kept from all interaction until they change their profile",
                    instead: "mute, or kick"))
            draft.actions.append(["mute": ["for": "1h", "in": .word("clan")]])
        case .unknown(let type): draft.note(.gap("actions", "an action of the unknown type \(type)"))
        }
    }

    private mutating func exempt(_ rule: DiscordRule) {
        let roles = rule.exemptRoles.map { names.name(.roles, id: $0) }
        if !roles.isEmpty { draft.exemptions.append(RuleNode.Entry(key: "roles", value: .list(roles.map(RuleNode.text)))) }
        let channels = rule.exemptChannels.map { names.name(.channels, id: $0) }
        if !channels.isEmpty {
            draft.scope.append(RuleNode.Entry(key: "except_channels", value: .list(channels.map(RuleNode.text))))
        }
    }

    /// Returns a text in which nothing is a template.
    private static func inert(_ text: String) -> String { text.replacing("{{", with: "{ {") }
}
