import ChatModel

/// Rule sets drawn from few values, so that conditions contradict, cover and repeat each other often.
struct RandomRules {
    private var random: SplitMix64
    /// The trigger, condition and places of the last rule, to which others are similar.
    private var last: (trigger: String, condition: String, places: String?)?

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    static let words = ["free", "nitro", "free nitro", "hell", "sale", "the sale", "damn", "ngủ", "đồ ngu", "poker*"]
    static let durations = ["10m", "1h", "24h", "7d"]

    private mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }
    private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

    mutating func text(rules count: ClosedRange<Int> = 4...10) -> String {
        (0..<Int.random(in: count, using: &random)).map { rule($0) }.joined(separator: "\n") + "\n"
    }

    private mutating func rule(_ number: Int) -> String {
        let model = chance(0.4) ? last : nil
        let trigger = model?.trigger ?? self.trigger()
        let condition = model.map { chance(0.3) ? $0.condition : "[ \($0.condition), \(atom()) ]" } ?? self.condition(depth: 0)
        let places = model.map(\.places) ?? (chance(0.3) ? self.places() : nil)
        last = (trigger, condition, places)
        let hasMessage = ["message", "[message, edit]", "edit", "{ command: roles }"].contains(trigger)
        var keys = ["id: rule-\(number)", "trigger: \(trigger)"]
        if chance(0.93) { keys.append("when: \(condition)") }
        if let places { keys.append("in: \(places)") }
        if chance(0.2) {
            keys.append(
                "except: \(pick(["{ roles: staff }", "{ users: an }", "{ bots: false }", "{ when: \(self.condition(depth: 2)) }"]))"
            )
        }
        if chance(0.1) { keys.append("stage: \(pick(["precheck", "prepare"]))") }
        if chance(0.2) { keys.append("priority: \(pick(["1", "5", "-5"]))") }
        if chance(0.05) { keys.append("cooldown: { for: 1m }") }
        if chance(0.1) { keys.append("late: \(pick(["run", "skip"]))") }
        keys.append("mode: \(chance(0.9) ? "enforce" : "shadow")")
        keys.append("then: \(actions(onMessages: hasMessage))")
        if hasMessage, chance(0.05) { keys.append("otherwise: { react: \"🐢\" }") }
        return "  - { \(keys.joined(separator: ", ")) }"
    }

    private mutating func places() -> String {
        pick([
            "{ channels: general }", "{ channels: [general, support] }", "{ clans: lab }", "{ except_channels: support }",
            "{ dms: false }",
        ])
    }

    private mutating func trigger() -> String {
        pick([
            "message", "message", "message", "message", "message", "[message, edit]", "edit", "{ command: roles }",
            "{ reaction: { emoji: \"👍\" } }", "reaction", "join", "[join, message]", "delete", "voice_joined",
        ])
    }

    private mutating func actions(onMessages: Bool) -> String {
        let anywhere = [
            "{ add_role: dev }", "{ remove_role: dev }", "{ set_level: raid }", "{ set_level: calm }",
            "{ counter: { add: { name: points } } }", "{ counter: { add: { name: strikes } } }",
            "{ set: { var: mood, value: good, scope: user } }",
        ]
        let onMessage = ["{ reply: hi }", "delete", "{ react: \"👀\" }", "{ mute: { for: 10m } }", "unmute"]
        var one = pick(onMessages ? onMessage + anywhere : anywhere)
        if chance(0.25) {
            let other = chance(0.3) ? ", otherwise: { if: { when: \(condition(depth: 2)), then: \(pick(anywhere)) } }" : ""
            one = "{ if: { when: \(condition(depth: 1)), then: [ \(one) ]\(other) } }"
            if chance(0.3) { one = "\(pick(anywhere)), \(one)" }
        }
        return chance(0.35) ? "[ \(one), { stop: \(pick(["all", "all", "stage", "rule"])) } ]" : "[ \(one) ]"
    }

    private mutating func condition(depth: Int) -> String {
        guard depth < 3, chance(0.5) else { return atom() }
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: return "{ any: [ \(condition(depth: depth + 1)), \(condition(depth: depth + 1)) ] }"
        case 2: return "{ not: \(condition(depth: depth + 1)) }"
        case 3: return "[ \(condition(depth: depth + 1)), \(condition(depth: depth + 1)), \(condition(depth: depth + 2)) ]"
        default: return "[ \(condition(depth: depth + 1)), \(condition(depth: depth + 1)) ]"
        }
    }

    private mutating func comparison(_ values: [String]) -> String {
        "\"\(pick([">", ">=", "<", "<="])) \(pick(values))\""
    }

    private mutating func word() -> String {
        chance(0.3) ? "[\"\(pick(Self.words))\", \"\(pick(Self.words))\"]" : "\"\(pick(Self.words))\""
    }

    private mutating func atom() -> String {
        let author = pick(["author", "author", "author", "target", "reply"])
        switch Int.random(in: 0..<27, using: &random) {
        case 0...5:
            return "{ text: { \(pick(["contains", "contains", "any_word", "starts_with", "ends_with", "equals"])): \(word()) } }"
        case 6:
            return
                "{ text: { \(pick(["contains", "any_word"])): \(word()), fold: \(pick(["[case]", "[]", "[case, marks, leet]", "[case, spacing, repeat]"])) } }"
        case 7: return "{ text: { length: \(comparison(["1", "5", "10", "20", "40"])) } }"
        case 8: return "{ text: { contains: \(word()), length: \(comparison(["4", "8", "20"])) } }"
        case 9: return "{ text: { in_list: rude } }"
        case 10: return "{ text: { matches: '\(pick(["free\\s+nitro", "^hell", "sale$", "\\bdamn\\b", "[0-9]{3}"]))' } }"
        case 11: return "{ \(author): { member_for: \(comparison(Self.durations)) } }"
        case 12: return "{ \(author): { messages_seen: \(comparison(["1", "5", "100"])) } }"
        case 13: return "{ \(author): { has_role: \(pick(["staff", "dev", "[staff, dev]"])) } }"
        case 14: return "{ \(author): { lacks_role: \(pick(["staff", "dev", "[staff, dev]"])) } }"
        case 15: return "{ \(author): { is: \(pick(["an", "[an, mai]"])) } }"
        case 16: return "{ author: { is_bot: \(pick(["true", "false"])) } }"
        case 17: return "{ channel: { is: \(pick(["general", "[general, support]"])) } }"
        case 18: return "{ level: \(pick(["raid", "calm", "[raised, raid]"])) }"
        case 19: return "{ counter: { name: \(pick(["points", "strikes"])), value: \(comparison(["1", "3", "5"])) } }"
        case 20: return "{ links: { any: \(pick(["true", "false"])) } }"
        case 21: return "{ caps: { ratio: \(comparison(["0.3", "0.6", "0.9"])), min_letters: \(pick(["4", "10", "20"])) } }"
        case 22: return "{ mentions: { \(pick(["users", "unique_users"])): \(comparison(["1", "3"])) } }"
        case 23:
            return
                "{ time: { \(pick(["between: \"22:00-06:00\"", "between: \"08:00-12:00\"", "days: [sat, sun]", "days: mon"])) } }"
        case 24: return "{ reply: { to: \(pick(["me", "user", "none", "bot"])) } }"
        case 25:
            return
                "{ \(pick(["emoji: { count", "attachments: { count", "repeat_chars: { run", "text: { lines"])): \(comparison(["1", "2", "6"])) } }"
        default: return "{ var: { name: mood, is: \(pick(["good", "[good, bad]"])) } }"
        }
    }
}
