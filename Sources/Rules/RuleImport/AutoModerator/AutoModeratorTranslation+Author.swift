import BotConfiguration
import TextFolding

extension AutoModeratorTranslation {
    /// Reads what is asked of the author, and what is done to them.
    mutating func readAuthor(_ map: inout ForeignMap) {
        for key in ["author", "~author"] {
            guard let node = map.take(key) else { continue }
            guard case .map = node.kind, key == "author" else {
                addNames(node.foreignTexts(diagnostics), SearchCheck(key == "author" ? "name" : "~name"), key)
                continue
            }
            guard let lowered = node.withLowerCaseKeys, var author = ForeignMap(lowered, "'author'", diagnostics) else {
                continue
            }
            read(&author)
        }
    }

    private mutating func read(_ author: inout ForeignMap) {
        readAccount(&author)
        readStanding(&author)
        if let flair = author.take("set_flair") { giveRole(flair) }
        author.skip("overwrite_flair")
        for entry in author.rest {
            let key = "author: \(entry.key)"
            guard let check = SearchCheck(entry.key), check.fields.count == 1, let field = check.fields.first else {
                draft.note(.missingCondition(key, "not a key that this import knows"))
                continue
            }
            switch field {
            case "name": addNames(entry.value.foreignTexts(diagnostics), check, key)
            case "flair_text", "flair_css_class", "flair_template_id": addRoles(entry.value.foreignTexts(diagnostics), check, key)
            default: draft.note(.missingCondition(key, "users have no such field here"))
            }
        }
    }

    /// Reads the age and the karma of the account, of which one suffices if the rule says so.
    private mutating func readAccount(_ author: inout ForeignMap) {
        let isAny = author.truth("satisfy_any_threshold") ?? false
        var thresholds: [RuleNode] = []
        if let text = author.text("account_age") {
            if let age = AccountAge(text) {
                thresholds.append(["author": ["account_age": .text("\(age)")]])
            } else {
                draft.note(.missingCondition("author: account_age", "'\(text.prefix(40))' is no age"))
            }
        }
        for entry in author.rest where entry.key.hasSuffix("_karma") {
            author.skip(entry.key)
            let isNarrowing = isAny && !thresholds.isEmpty
            let remark = ("author: \(entry.key)", "a chat has no karma")
            let instead = "author: { messages_seen: \"< 20\" }"
            draft.note(
                isNarrowing
                    ? .gap(remark.0, remark.1, instead: instead) : .missingCondition(remark.0, remark.1, instead: instead))
        }
        draft.conditions += thresholds
    }

    private mutating func readStanding(_ author: inout ForeignMap) {
        if let isModerator = author.truth("is_moderator") {
            draft.conditions.append(["author": [isModerator ? "has_role" : "lacks_role": [.text(moderatorRole)]]])
        }
        if let isContributor = author.truth("is_contributor") {
            let role = names.name(.roles, "contributor", meaning: "the role of approved users")
            draft.conditions.append(["author": [isContributor ? "has_role" : "lacks_role": [.text(role)]]])
        }
        if let isSubmitter = author.truth("is_submitter") { readSubmitter(isSubmitter) }
        for key in ["is_gold", "has_verified_email", "is_verified"] where author.take(key) != nil {
            draft.note(.missingCondition("author: \(key)", "the server does not tell this of a user"))
        }
    }

    private mutating func addNames(_ values: [String], _ check: SearchCheck?, _ key: String) {
        guard let check else { return }
        var found = TextAlternatives(key: key, folds: check.folds)
        for value in values {
            if check.isPattern {
                let pattern = ForeignPattern(value)
                found.add(
                    pattern: pattern.text, fit: check.effectiveMethod.fit, isDotted: pattern.hasWildcard,
                    ignoresCase: pattern.ignoresCase)
            } else {
                Self.add(value, check.effectiveMethod, to: &found)
            }
        }
        draft.note(found.remarks)
        guard let condition = found.condition({ ["author": ["name": $0]] }) else {
            return draft.note(.missingCondition(key, "nothing is left to compare the name with"))
        }
        draft.conditions.append(check.isNegated ? .not(condition) : condition)
    }

    /// Flairs of users are roles here.
    private mutating func addRoles(_ values: [String], _ check: SearchCheck, _ key: String) {
        guard !check.isPattern, check.effectiveMethod == .fullExact else {
            return draft.note(
                .missingCondition(key, "the names of roles cannot be searched", instead: "author: { has_role: [the roles] }"))
        }
        let roles = values.map { role(flair: $0) }
        guard !roles.isEmpty else { return }
        draft.conditions.append(["author": [check.isNegated ? "lacks_role" : "has_role": .list(roles.map(RuleNode.text))]])
    }

    private mutating func giveRole(_ flair: ConfigNode) {
        guard let text = Self.text(ofFlair: flair) ?? flair.value("template_id")?.scalarText else { return }
        draft.actions.append(["add_role": .text(role(flair: text))])
    }

    private mutating func role(flair: String) -> String {
        names.name(.roles, "flair-\(Slug(flair).text)", meaning: "the role in place of the flair '\(flair.prefix(60))'")
    }
}
