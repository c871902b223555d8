import BotConfiguration
import TextFolding

extension ZeppelinTranslation {
    /// A trigger of Zeppelin as a trigger of ours with a condition.
    struct TranslatedTrigger {
        enum Kind: Hashable {
            case message
            case event(RuleNode)
            /// A trigger without a counterpart.
            case none
        }

        /// What a match consists of if it is more than the event.
        enum Burst: Hashable {
            case messages, users
        }

        var kind = Kind.message
        var criterion = Criterion.always
        var remarks: [ImportRemark] = []
        /// The burst that makes up the match, if it is one.
        var burst: Burst?

        init(_ criterion: Criterion = .always) { self.criterion = criterion }

        static func missing(_ remark: ImportRemark, kind: Kind = .message) -> TranslatedTrigger {
            var trigger = TranslatedTrigger(.never)
            trigger.kind = kind
            trigger.remarks = [remark]
            return trigger
        }

        static func event(_ node: RuleNode, _ remarks: [ImportRemark] = [], when criterion: Criterion = .always)
            -> TranslatedTrigger
        {
            var trigger = TranslatedTrigger(criterion)
            trigger.kind = .event(node)
            trigger.remarks = remarks
            return trigger
        }
    }

    /// The amounts that spam triggers count.
    private static let measures = [
        "message_spam": "message", "mention_spam": "mention", "link_spam": "link", "attachment_spam": "attachment",
        "emoji_spam": "emoji", "line_spam": "line", "character_spam": "char", "sticker_spam": "sticker",
    ]

    mutating func trigger(_ name: String, _ node: ConfigNode) -> TranslatedTrigger {
        if let measure = Self.measures[name] { return flood(of: measure, name, node) }
        switch name {
        case "any_message": return TranslatedTrigger()
        case "match_words", "match_regex": return search(name, node)
        case "match_invites": return invites(node)
        case "match_links": return links(node)
        case "match_attachment_type", "match_mime_type": return files(name, node)
        case "member_join": return join(node)
        case "member_leave": return .event("leave")
        case "thread_create": return .event("thread_created")
        case "counter_trigger": return counter(node)
        case "role_added", "role_removed":
            let roles = node.foreignTexts(diagnostics).map { RuleNode.text(names.name(.roles, id: $0)) }
            guard !roles.isEmpty else { return .missing(.missingCondition(name, "a role is needed"), kind: .none) }
            let change: RuleNode = .word(name == "role_added" ? "added" : "removed")
            return .event(["role_changed": ["role": .list(roles), "change": change]])
        case "member_join_spam": return joins(node)
        case "antiraid_level": return level(node)
        default:
            return .missing(.missingCondition(name, "a trigger without a counterpart"), kind: .none)
        }
    }

    private func flood(of measure: String, _ name: String, _ node: ConfigNode) -> TranslatedTrigger {
        guard var map = ForeignMap(node, "'\(name)'", diagnostics) else { return .missing(.gap(name, "not readable")) }
        let isPerChannel = map.truth("per_channel") ?? true
        guard let amount = map.number("amount"), let within = map.text("within").flatMap(ForeignDelay.init),
            within.seconds <= 86_400
        else { return .missing(.missingCondition(name, "an amount and a time of at most a day are needed")) }
        var trigger = TranslatedTrigger(
            .holds([
                "flood": [
                    "of": .word(measure), "count": .text(">= \(amount)"), "within": .text("\(within)"),
                    "per": .word(isPerChannel ? "user+channel" : "user"),
                ]
            ]))
        trigger.burst = .messages
        return trigger
    }

    private func join(_ node: ConfigNode) -> TranslatedTrigger {
        guard var map = ForeignMap(node, "'member_join'", diagnostics), map.truth("only_new") == true else {
            return .event("join")
        }
        let age = map.text("new_threshold").flatMap(ForeignDelay.init)?.description ?? "1h"
        return .event("join", when: .holds(["author": ["account_age": .text("< \(age)")]]))
    }

    /// Joins of a clan in a window.
    private func joins(_ node: ConfigNode) -> TranslatedTrigger {
        guard var map = ForeignMap(node, "'member_join_spam'", diagnostics), let amount = map.number("amount"),
            let within = map.text("within").flatMap(ForeignDelay.init), within.seconds <= 86_400
        else {
            return .event("join", [.missingCondition("member_join_spam", "an amount and a time of at most a day are needed")])
        }
        let window: RuleNode = [
            "of": .word("join"), "count": .text(">= \(amount)"), "within": .text("\(within)"), "per": .word("clan"),
        ]
        var trigger = TranslatedTrigger.event("join", when: .holds(["flood": window]))
        trigger.burst = .users
        return trigger
    }

    private func level(_ node: ConfigNode) -> TranslatedTrigger {
        let level = ZeppelinLevel(node.value("level")?.scalarText ?? "off")
        return .event(["level": .word(level.word)])
    }
}
