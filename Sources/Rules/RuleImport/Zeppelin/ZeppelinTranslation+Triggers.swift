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
        "emoji_spam": "emoji", "line_spam": "line", "character_spam": "char",
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
            return .event(
                "role_changed", [.missingCondition(name, "a rule does not learn which role was added or removed")])
        case "member_join_spam": return joins(node)
        case "sticker_spam": return .missing(.gap(name, "messages have no stickers to count"))
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
        return .event(["level": .word(level.word)], level.remark.map { [$0] } ?? [])
    }

    private mutating func counter(_ node: ConfigNode) -> TranslatedTrigger {
        guard var map = ForeignMap(node, "'counter_trigger'", diagnostics), let name = map.text("counter"),
            let trigger = map.text("trigger")
        else { return .missing(.missingCondition("counter_trigger", "a counter and a trigger are needed"), kind: .none) }
        let isReverse = map.truth("reverse") ?? false
        let conditions = guild.counters[name]?.conditions[trigger]
        guard let given = conditions?.condition, let condition = Threshold(given) else {
            return .event(
                ["counter": ["name": .text(name), "crosses": ">= 1"]],
                [
                    .missingCondition(
                        "counter_trigger", "the counter '\(name.prefix(40))' has no trigger '\(trigger.prefix(40))' in this file")
                ])
        }
        let decays = guild.counters[name]?.decay != nil
        if decays { decaying.insert(name) }
        guard isReverse else {
            return .event([
                "counter": ["name": .text(name), "crosses": .text(condition.text), "direction": .word(condition.direction)]
            ])
        }
        let back = conditions?.reverse.flatMap(Threshold.init) ?? condition.opposite
        let remark = ImportRemark.gap(
            "counter_trigger: reverse", "a counter that decays triggers nothing until it is counted again")
        return .event(
            ["counter": ["name": .text(name), "crosses": .text(back.text), "direction": .word(back.direction)]],
            decays ? [remark] : [])
    }

    /// A comparison of a counter: `>=100`.
    private struct Threshold {
        let sign: String
        let value: Int

        init?(_ text: String) {
            guard text.utf8.count <= 40, let found = text.wholeMatch(of: /\s*(>=|<=|>|<)\s*(\d{1,9})\s*/),
                let value = Int(found.output.2)
            else { return nil }
            sign = String(found.output.1)
            self.value = value
        }

        private init(sign: String, value: Int) {
            self.sign = sign
            self.value = value
        }

        var text: String { "\(sign) \(value)" }
        var direction: String { sign.hasPrefix(">") ? "up" : "down" }

        var opposite: Threshold {
            let signs = [">=": "<", ">": "<=", "<": ">=", "<=": ">"]
            return Threshold(sign: signs[sign] ?? "<", value: value)
        }
    }
}
