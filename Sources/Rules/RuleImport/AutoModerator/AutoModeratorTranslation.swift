import BotConfiguration

/// The translation of one rule of AutoModerator.
struct AutoModeratorTranslation {
    var draft: RuleDraft
    var names: RequiredNames
    let diagnostics: DiagnosticCollector
    /// A Boolean value that indicates whether only posts are meant, and not the comments below them.
    var concernsPosts = false
    /// A Boolean value that indicates whether the post above is asked for, which opens a thread.
    var concernsThreads = false

    /// Translates a rule.
    ///
    /// - Parameter names: The names that rules have used so far; those of this rule are added.
    static func draft(
        _ rule: AutoModeratorPage.Rule, number: Int, names: inout RequiredNames, _ diagnostics: DiagnosticCollector
    ) -> RuleDraft? {
        guard let node = rule.node.withLowerCaseKeys, var map = ForeignMap(node, "a rule", diagnostics) else { return nil }
        var translation = AutoModeratorTranslation(
            draft: RuleDraft(name: "automoderator-\(number)", at: rule.node.position), names: names, diagnostics: diagnostics)
        translation.translate(&map, heading: rule.heading)
        names = translation.names
        return translation.draft
    }

    private mutating func translate(_ map: inout ForeignMap, heading: String) {
        let reason = map.text("action_reason").map(AutoModeratorPlaceholders.removed)
        let title = heading.isEmpty ? reason ?? "" : heading
        if !title.isEmpty {
            draft.title = title
            draft.name = title
        }
        draft.priority = max(-1000, min(1000, map.number("priority") ?? 0))
        let action = Action(map: &map, reason: reason, diagnostics)
        readType(&map)
        readSearches(&map)
        readAuthor(&map)
        readPost(&map)
        readStandard(&map)
        readTriggers(&map, removes: action.removes || action.reports)
        act(action, &map)
        readExemption(&map, action)
        map.skip("comment_locked", "overwrite_flair", "comment_stickied", "message_subject", "modmail_subject")
        for entry in map.rest { draft.note(Self.leftOver(entry)) }
        if concernsThreads {
            draft.conditions.removeAll { $0 == Self.isComment }  // Every message of a thread is a comment.
            draft.scope.append(RuleNode.Entry(key: "threads", value: .word("only")))
            draft.note(.adaptation("the post above", "whoever opened the thread; replies outside of threads have none"))
        }
        if concernsPosts {
            draft.scope.append(RuleNode.Entry(key: "threads", value: .word("exclude")))
            draft.conditions.insert(["reply": ["to": .word("none")]], at: 0)
        }
    }

    private static let isComment: RuleNode = [
        "any": [["channel": ["is_thread": .word("true")]], .not(["reply": ["to": .word("none")]])]
    ]

    /// Posts are messages that open a conversation; comments are replies and messages in threads.
    private mutating func readType(_ map: inout ForeignMap) {
        guard let type = map.text("type") else { return }
        switch type.lowercased() {
        case "any": break
        case "comment":
            draft.conditions.append(Self.isComment)
        case "submission": concernsPosts = true
        case "crosspost submission":
            concernsPosts = true
            draft.conditions.append(["forwarded": .word("true")])
            draft.note(.adaptation("type", "a crosspost is a forwarded message"))
        case "text submission":
            concernsPosts = true
            draft.conditions.append(.not(["attachments": ["count": "> 0"]]))
        case "link submission":
            concernsPosts = true
            draft.conditions.append(["links": ["any": .word("true")]])
        case "gallery submission", "image submission":
            concernsPosts = true
            draft.conditions.append(["attachments": ["any": ["media_type": "image/*"]]])
        case "video submission":
            concernsPosts = true
            draft.conditions.append(["attachments": ["any": ["media_type": "video/*"]]])
        default:
            concernsPosts = true
            draft.note(.missingCondition("type", "a chat has no \(type.prefix(40))"))
        }
    }

    /// AutoModerator sees an item when it is written and when it is edited, and acts on it once.
    private mutating func readTriggers(_ map: inout ForeignMap, removes: Bool) {
        if let reports = map.number("reports") {
            map.skip("is_edited")
            draft.triggers = [["reactions": ["emoji": ["🚩"], "people": .text(">= \(max(1, reports))")]]]
            return draft.note(.adaptation("reports", "members report a message by the reaction 🚩"))
        }
        draft.triggers =
            switch map.truth("is_edited") {
            case true?: ["edit"]
            case false?: ["message"]
            case nil: removes ? ["message", "edit"] : ["message"]
            }
    }

    /// Moderators are exempt from rules that remove or report.
    private mutating func readExemption(_ map: inout ForeignMap, _ action: Action) {
        let isExempt = map.truth("moderators_exempt")
        if isExempt ?? (action.removes || action.reports) {
            draft.exemptions.append(RuleNode.Entry(key: "roles", value: [.text(moderatorRole)]))
        } else if isExempt == false, action.removes {
            draft.note(.adaptation("moderators_exempt", "users whom 'defaults: { except: … }' names stay exempt from deletions"))
        }
    }

    var moderatorRole: String {
        mutating get { names.name(.roles, "moderator", meaning: "the role of your moderators") }
    }

    private static func leftOver(_ entry: ConfigNode.Entry) -> ImportRemark {
        if SearchCheck(entry.key) != nil {
            return .missingCondition(entry.key, "a chat has no such field of a message")
        }
        return switch entry.key {
        case "standard":
            .missingCondition(
                "standard", "Reddit's list of such sites is not part of the page",
                instead: "links: { domain_in: [the sites] }")
        case "crosspost_author", "crosspost_subreddit", "subreddit", "is_original_content",
            "is_gallery", "is_poll", "poll_option_count", "crosspost_id", "is_meta_discussion":
            .missingCondition(entry.key, "a condition on another post, or on a kind of post that a chat has not")
        case "ignore_blockquotes": .adaptation(entry.key, "write ignore: [quotes] beside the text")
        case "set_locked", "set_nsfw", "set_spoiler", "set_contest_mode", "set_original_content", "set_suggested_sort",
            "set_post_crowd_control_level":
            .gap(entry.key, "a property that messages have not")
        default: .missingCondition(entry.key, "not a key that this import knows")
        }
    }
}

extension ConfigNode {
    /// The map with its keys in lower case; AutoModerator does not distinguish case.
    var withLowerCaseKeys: ConfigNode? {
        guard case .map(let entries) = kind else { return nil }
        var node = self
        node.kind = .map(
            entries.map { entry in
                var entry = entry
                entry.key = entry.key.lowercased()
                return entry
            })
        return node
    }
}
