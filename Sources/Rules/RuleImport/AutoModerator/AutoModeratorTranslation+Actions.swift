import BotConfiguration

extension AutoModeratorTranslation {
    /// What a rule does to an item.
    struct Action {
        enum Kind: String {
            case none, approve, remove, spam, filter, report
        }

        let kind: Kind
        let reason: String?

        var removes: Bool { [.remove, .spam, .filter].contains(kind) }
        var reports: Bool { kind == .report }

        init(map: inout ForeignMap, reason: String?, _ diagnostics: DiagnosticCollector) {
            let text = map.text("action")?.lowercased() ?? "none"
            let reportReason = map.text("report_reason").map(AutoModeratorPlaceholders.removed)
            self.reason = reason ?? reportReason
            kind = Kind(rawValue: text) ?? .none
        }
    }

    mutating func act(_ action: Action, _ map: inout ForeignMap) {
        if let comment = map.text("comment") { draft.actions.append(["reply": .text(written(comment, "comment"))]) }
        if let message = map.text("message") {
            let subject = map.text("message_subject")
            draft.actions.append(
                [
                    "dm": [
                        "to": .word("author"),
                        "text": .text(written(subject.map { "**\($0)**\n\(message)" } ?? message, "message")),
                    ]
                ])
        }
        let modmail = map.text("modmail")
        if let modmail {
            let subject = map.text("modmail_subject")
            draft.actions.append(
                ["alert": ["text": .text(written(subject.map { "**\($0)**\n\(modmail)" } ?? modmail, "modmail"))]])
        }
        if let flair = map.take("set_flair") { label(with: flair, isDeleted: action.removes) }
        if map.truth("set_sticky") == true { draft.actions.append(.word("pin")) }
        switch action.kind {
        case .none: break
        case .remove, .spam: draft.actions.append(.word("delete"))
        case .filter:
            // The moderators see what was filtered, with the message as evidence.
            draft.actions.append(["report": .text(action.reason ?? "filtered")])
            draft.actions.append(.word("delete"))
            draft.note(
                .adaptation("action", "'filter' deletes and reports: a chat has no queue from which a message could return"))
        case .report: draft.actions.append(["report": .text(action.reason ?? "reported by a rule")])
        case .approve: draft.note(.gap("action", "'approve' has no counterpart: a chat holds no message back"))
        }
    }

    /// The flair of a post is a label that everybody sees; here a reply shows it.
    mutating func label(with flair: ConfigNode, isDeleted: Bool) {
        if isDeleted { return draft.note(.adaptation("set_flair", "a deleted message needs no flair")) }
        guard let text = Self.text(ofFlair: flair) else {
            return draft.note(.gap("set_flair", "the flair has no text", instead: "reply: \"🏷️ its text\""))
        }
        draft.actions.append(["reply": .text("🏷️ \(AutoModeratorPlaceholders.translated(text).text)")])
        draft.note(.adaptation("set_flair", "messages have no flair; a reply shows its text"))
    }

    /// Returns what a flair shows, or else the class of its style.
    static func text(ofFlair flair: ConfigNode) -> String? {
        let shown: [ConfigNode?] =
            switch flair.kind {
            case .scalar: [flair]
            case .list(let items): Array(items.prefix(2))
            case .map: [flair.value("text"), flair.value("css_class")]
            }
        return shown.compactMap { $0?.scalarText }.first { !$0.isEmpty }
    }

    private mutating func written(_ text: String, _ key: String) -> String {
        let (text, unknown) = AutoModeratorPlaceholders.translated(text)
        for name in unknown { draft.note(.gap(key, "the placeholder {{\(name.prefix(30))}} has no counterpart")) }
        return text
    }
}
