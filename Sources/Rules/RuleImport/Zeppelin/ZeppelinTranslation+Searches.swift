import BotConfiguration
import TextFolding

extension ZeppelinTranslation {
    mutating func search(_ name: String, _ node: ConfigNode) -> TranslatedTrigger {
        guard var map = ForeignMap(node, "'\(name)'", diagnostics) else { return .missing(.gap(name, "not readable")) }
        let isCaseSensitive = map.truth("case_sensitive") ?? false
        let normalizes = map.truth("normalize") ?? false
        // Normalized texts are in lower case and without marks, and look-alikes and digits count as letters.
        let folds: [Fold] = normalizes ? [.case, .marks, .confusable, .leet] : isCaseSensitive ? [] : [.case]
        var found = TextAlternatives(key: name, folds: name == "match_regex" ? folds.filter { $0 != .leet } : folds)
        if name == "match_words" {
            let isWhole = map.truth("only_full_words") ?? true
            let gap = (map.truth("loose_matching") ?? false) ? min(max(map.number("loose_matching_threshold") ?? 1, 1), 64) : 0
            for word in map.texts("words") { Self.add(word, isWhole: isWhole, gap: gap, to: &found) }
        } else {
            for source in map.texts("patterns") {
                let pattern = ForeignPattern(source)
                found.add(pattern: pattern.text, fit: .anywhere, ignoresCase: pattern.ignoresCase)
            }
        }
        // The texts of messages here contain no markup.
        map.skip("strip_markdown", "loose_matching_threshold", "loose_matching", "only_full_words")
        let sources = Self.sources(&map)
        var trigger = TranslatedTrigger(.never)
        trigger.remarks = found.remarks + sources.remarks
        if normalizes, name == "match_regex" {
            trigger.remarks.append(
                .adaptation(name, "patterns see through marks and look-alikes, but not through digits for letters"))
        }
        for key in map.rest.map(\.key) {
            trigger.remarks.append(.missingCondition("\(name): \(key)", "not a key that this import knows"))
        }
        var conditions: [RuleNode] = []
        if !sources.texts.isEmpty, let condition = found.condition(reading: sources.texts == ["text"] ? [] : sources.texts) {
            conditions.append(condition)
        }
        if sources.readsNames, let condition = found.condition({ ["author": ["name": $0]] }) { conditions.append(condition) }
        if found.matchesEverything {
            trigger.criterion = .always
        } else if let condition = RuleNode.any(conditions) {
            trigger.criterion = .holds(condition)
        } else if trigger.remarks.isEmpty {
            trigger.remarks.append(.missingCondition(name, "nothing is left to search for"))
        }
        return trigger
    }

    private static func add(_ word: String, isWhole: Bool, gap: Int, to found: inout TextAlternatives) {
        guard gap > 0 else { return found.add(word, as: isWhole ? .anyWord : .contains) }
        let letters = word.unicodeScalars.map { ForeignPattern.literal(String($0)) }
        found.add(pattern: letters.joined(separator: "[\\s\\-_.,!?]{0,\(gap)}"), fit: isWhole ? .word : .anywhere)
    }

    /// The texts that a search reads.
    struct Sources {
        var texts: [String] = []
        var readsNames = false
        var remarks: [ImportRemark] = []
    }

    static func sources(_ map: inout ForeignMap) -> Sources {
        var sources = Sources()
        if map.truth("match_messages") ?? true { sources.texts.append("text") }
        if map.truth("match_embeds") ?? false { sources.texts.append("embed") }
        for key in ["match_visible_names", "match_usernames", "match_nicknames"] where map.truth(key) == true {
            sources.readsNames = true
        }
        for key in ["match_custom_status", "match_polls"] where map.truth(key) == true {
            sources.remarks.append(.gap(key, "rules do not read this"))
        }
        return sources
    }

    func invites(_ node: ConfigNode) -> TranslatedTrigger {
        guard var map = ForeignMap(node, "'match_invites'", diagnostics) else {
            return .missing(.gap("match_invites", "not readable"))
        }
        let sources = Self.sources(&map)
        let included = map.texts("include_invite_codes") + map.texts("include_custom_invite_codes")
        let excluded = map.texts("exclude_invite_codes") + map.texts("exclude_custom_invite_codes")
        var conditions: [RuleNode] = [["links": ["invite": .word("true")]]]
        func codes(_ codes: [String]) -> RuleNode? {
            var found = TextAlternatives(key: "match_invites", folds: [.case])
            for code in codes { found.add(pattern: "/\(ForeignPattern.literal(code))(?:[^A-Za-z0-9-]|$)", fit: .anywhere) }
            return found.condition()
        }
        var trigger = TranslatedTrigger()
        trigger.remarks = sources.remarks
        if !included.isEmpty, let condition = codes(included) { conditions.append(condition) }
        if !excluded.isEmpty, let condition = codes(excluded) {
            conditions.append(.not(condition))
            trigger.remarks.append(
                .adaptation("exclude_invite_codes", "a message with an allowed invitation is ignored as a whole"))
        }
        for key in ["include_guilds", "exclude_guilds"] where !map.texts(key).isEmpty {
            trigger.remarks.append(
                .missingCondition(
                    "match_invites: \(key)", "the server behind an invitation is not known", instead: "exclude its codes"))
        }
        if sources.readsNames { trigger.remarks.append(.gap("match_invites", "links are found in messages, not in names")) }
        trigger.criterion = RuleNode.all(conditions).map(Criterion.holds) ?? .always
        return trigger
    }

    func links(_ node: ConfigNode) -> TranslatedTrigger {
        guard var map = ForeignMap(node, "'match_links'", diagnostics) else {
            return .missing(.gap("match_links", "not readable"))
        }
        var trigger = TranslatedTrigger()
        let sources = Self.sources(&map)
        trigger.remarks = sources.remarks
        map.skip("include_subdomains", "only_real_links")
        var fields: [RuleNode.Entry] = []
        let (included, excluded) = (map.texts("include_domains"), map.texts("exclude_domains"))
        if !included.isEmpty { fields.append(RuleNode.Entry(key: "domain_in", value: .list(included.map(RuleNode.text)))) }
        if !excluded.isEmpty { fields.append(RuleNode.Entry(key: "domain_not_in", value: .list(excluded.map(RuleNode.text)))) }
        if fields.isEmpty { fields = [RuleNode.Entry(key: "any", value: .word("true"))] }
        var conditions: [RuleNode] = [["links": .map(fields)]]
        for (key, isNegated) in [("include_words", false), ("exclude_words", true)] {
            var found = TextAlternatives(key: "match_links: \(key)", folds: [.case])
            for word in map.texts(key) { found.add(word, as: .contains) }
            if let condition = found.condition() { conditions.append(isNegated ? .not(condition) : condition) }
        }
        for (key, isNegated) in [("include_regex", false), ("exclude_regex", true)] {
            var found = TextAlternatives(key: "match_links: \(key)", folds: [.case])
            for source in map.texts(key) { found.add(pattern: ForeignPattern(source).text, fit: .anywhere) }
            trigger.remarks += found.remarks
            if found.hasGap { trigger.remarks.append(.missingCondition("match_links: \(key)", "a pattern is missing")) }
            if let condition = found.condition() { conditions.append(isNegated ? .not(condition) : condition) }
        }
        if map.take("phisherman") != nil {
            trigger.remarks.append(
                .missingCondition(
                    "match_links: phisherman", "that service does not exist any more", instead: "links: { domain_in: a list }"))
        }
        for key in map.rest.map(\.key) {
            trigger.remarks.append(.missingCondition("match_links: \(key)", "not a key that this import knows"))
        }
        trigger.criterion = RuleNode.all(conditions).map(Criterion.holds) ?? .always
        return trigger
    }

    /// Files of listed kinds, or of any other kind.
    func files(_ name: String, _ node: ConfigNode) -> TranslatedTrigger {
        guard var map = ForeignMap(node, "'\(name)'", diagnostics) else { return .missing(.gap(name, "not readable")) }
        let isType = name == "match_attachment_type"
        let field = isType ? "extension_in" : "media_type"
        let stem = isType ? "filetype" : "mime_type"
        let mode = map.text("mode")
        let plain = map.texts(isType ? "filetypes" : "mime_types")
        let isBlacklist = map.truth("blacklist_enabled") ?? (mode == "blacklist")
        let isWhitelist = map.truth("whitelist_enabled") ?? (mode == "whitelist")
        let black = map.texts("\(stem)_blacklist") + plain
        let white = map.texts("\(stem)_whitelist") + plain
        var criteria: [Criterion] = []
        func filter(_ kinds: [String]) -> RuleNode {
            [field: .list(Self.distinct(kinds.map { $0.lowercased() }).map(RuleNode.text))]
        }
        if isBlacklist, !black.isEmpty { criteria.append(.holds(["attachments": ["any": filter(black)]])) }
        if isWhitelist, !white.isEmpty {
            criteria.append(.holds(["all": [["attachments": ["count": "> 0"]], .not(["attachments": ["all": filter(white)]])]]))
        }
        guard !criteria.isEmpty else { return .missing(.missingCondition(name, "no list of kinds is in force")) }
        return TranslatedTrigger(.any(criteria))
    }

    private static func distinct(_ texts: [String]) -> [String] {
        var known: Set<String> = []
        return texts.filter { known.insert($0).inserted }
    }
}
