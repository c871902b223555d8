import BotConfiguration

extension AutoModeratorTranslation {
    /// Reads the searches in what members write, each of which must find something, or nothing if it is negated.
    mutating func readSearches(_ map: inout ForeignMap) {
        for entry in map.rest {
            guard let check = SearchCheck(entry.key), check.fields.contains(where: SearchCheck.written.contains),
                !check.fields.contains("name")
            else { continue }
            map.skip(entry.key)
            if check.concernsPostsOnly { concernsPosts = true }
            let values = entry.value.foreignTexts(diagnostics)
            for field in check.fields where !SearchCheck.written.contains(field) {
                draft.note(
                    check.isNegated
                        ? .missingCondition(entry.key, "a chat has no \(field)")
                        : .adaptation(entry.key, "a chat has no \(field); the other fields are searched"))
            }
            if check.fields == ["domain"], check.method == nil, !check.isPattern {
                add(domains: values, entry.key, isNegated: check.isNegated)
            } else {
                add(check, values, entry.key)
            }
        }
        if let length = map.number("body_longer_than") { draft.conditions.append(["text": ["length": .text("> \(length)")]]) }
        if let length = map.number("body_shorter_than") { draft.conditions.append(["text": ["length": .text("< \(length)")]]) }
    }

    private mutating func add(domains values: [String], _ key: String, isNegated: Bool) {
        let own = values.filter { $0.lowercased().hasPrefix("self.") }
        let domains = values.filter { !$0.lowercased().hasPrefix("self.") }.map(Self.domain)
        var conditions: [RuleNode] = []
        if !domains.isEmpty { conditions.append(["links": ["domain_in": .list(domains.map(RuleNode.text))]]) }
        // The domain of a text post is `self.NAME`.
        if !own.isEmpty { conditions.append(["links": ["any": .word("false")]]) }
        guard let condition = RuleNode.any(conditions) else { return }
        draft.conditions.append(isNegated ? .not(condition) : condition)
    }

    /// Returns the host of a domain that may be written with a scheme or a path.
    private static func domain(_ text: String) -> String {
        let host = text.replacing(/^[a-z]+:\/\//, with: "").prefix { $0 != "/" }
        return String(host.hasPrefix("www.") ? host.dropFirst(4) : host)
    }

    private mutating func add(_ check: SearchCheck, _ values: [String], _ key: String) {
        var found = TextAlternatives(key: key, folds: check.folds)
        let method = check.effectiveMethod
        // The beginning and the end of an address are not those of the message.
        let isAddress = check.fields.allSatisfy { ["domain", "url"].contains($0) }
        for value in values {
            if isAddress, check.isPattern || method != .includes {
                found.add(pattern: Self.address(value, check, method), fit: .anywhere, ignoresCase: true)
            } else if check.isPattern {
                let pattern = ForeignPattern(value)
                found.add(pattern: pattern.text, fit: method.fit, isDotted: pattern.hasWildcard, ignoresCase: pattern.ignoresCase)
            } else {
                Self.add(value, method, to: &found)
            }
        }
        draft.note(found.remarks)
        if check.isNegated, found.hasGap {
            draft.note(.missingCondition(key, "without this pattern more messages would be matched"))
        }
        if found.matchesEverything {
            if check.isNegated {
                draft.note(.missingCondition(key, "the pattern matches every text, so that the rule never applies"))
            }
            return
        }
        guard let condition = found.condition() else {
            return draft.note(.missingCondition(key, "nothing is left to search for"))
        }
        draft.conditions.append(check.isNegated ? .not(condition) : condition)
    }

    static func add(_ value: String, _ method: SearchCheck.Method, to found: inout TextAlternatives) {
        switch method {
        case .includes: found.add(value, as: .contains)
        case .includesWord: found.add(value, as: .anyWord)
        case .startsWith: found.add(value, as: .startsWith)
        case .endsWith: found.add(value, as: .endsWith)
        case .fullExact: found.add(value, as: .equals)
        case .fullText: found.add(pattern: ForeignPattern.literal(value), fit: .wholeWords)
        }
    }

    /// Returns a pattern that finds an address in a text, of which a part is given.
    private static func address(_ value: String, _ check: SearchCheck, _ method: SearchCheck.Method) -> String {
        let inner = check.isPattern ? ForeignPattern(value).text : ForeignPattern.literal(value)
        let isDomain = check.fields == ["domain"]
        let bare = inner.trimmingAnchors
        let isAnchored = (
            start: inner.hasPrefix("^") || [.startsWith, .fullExact].contains(method),
            end: inner.hasSuffix("$") || [.endsWith, .fullExact].contains(method)
        )
        let start =
            isAnchored.start ? (isDomain ? "https?://(?:www\\.)?" : bare.hasPrefix("http") ? "" : "https?://") : "https?://\\S*"
        let end = isAnchored.end ? (isDomain ? "(?:[/\\s]|$)" : "(?:\\s|$)") : ""
        return "\(start)(?:\(bare))\(end)"
    }
}

extension String {
    /// The pattern without `^` at its beginning and `$` at its end.
    fileprivate var trimmingAnchors: String {
        var text = self[...]
        if text.first == "^" { text = text.dropFirst() }
        if text.last == "$", !text.hasSuffix("\\$") { text = text.dropLast() }
        return String(text)
    }
}
