/// Keys that do not exist under a name that operators may expect, with what to write for them. `{}` stands for the value, `{text}` for
/// its text without quotes.
enum KeyAdvice {
    /// Returns what to write for an unknown key; `nil` if its meaning is not known.
    ///
    /// - Parameter map: The name of the map in messages: `a rule`.
    static func advice(for key: String, of map: String, value: ConfigNode) -> String? {
        guard let pattern = advice[map]?[key.lowercased()] else { return nil }
        if key == "enabled" || key == "active", value.scalarText == "true" {
            return "remove it, because rules are active unless 'mode' says otherwise"
        }
        if ["disabled", "enabled", "active"].contains(key.lowercased()), value.scalarText == (key == "disabled" ? "false" : "") {
            return "remove it"
        }
        return filled(pattern, with: value)
    }

    /// Returns the pattern with the value in place of `{}`, or of `[{}]` for a list.
    static func filled(_ pattern: String, with value: ConfigNode) -> String {
        let written = value.inline ?? "…"
        return pattern.replacing("{text}", with: value.scalarText ?? "…").replacing(
            "[{}]", with: written.hasPrefix("[") ? written : "[\(written)]"
        ).replacing("{}", with: written)
    }

    private static let advice: [String: [String: String]] = [
        "a rule": rule, "a condition": condition, "an action": action,
        "config.yaml": [
            "prefix": "write bot: { prefix: {} }", "token": "write bot: { token: {} }", "timezone": "write bot: { timezone: {} }",
            "locale": "write bot: { locale: {} }", "language": "write bot: { locale: {} }",
            "log_channel": "write moderation: { channel: {} }", "roles": "write names: { roles: … }",
            "users": "write names: { users: … }",
        ],
        "'text'": [
            "min_length": "write length: \">= {text}\"", "max_length": "write length: \"<= {text}\"",
            "case_insensitive": "remove it: case is ignored unless fold: […] says otherwise",
            "ignore_case": "remove it: case is ignored unless fold: […] says otherwise",
        ],
        "'author'": name.merging(["account_age": "write member_for: {}"]) { $1 },
        "'target'": name,
        "'time'": ["after": "write between: \"{text}-24:00\"", "before": "write between: \"00:00-{text}\""],
        "'attachments'": [
            "extension_in": "write any: { extension_in: {} }", "extension": "write any: { extension_in: [{}] }",
            "extensions": "write any: { extension_in: [{}] }", "size": "write any: { size: {} }",
            "type": "write any: { type: {} }",
            "name": "write any: { name: … }",
        ],
        "'ban'": ["days": "write for: {text}d"],
        "'mute'": ["minutes": "write for: {text}m", "hours": "write for: {text}h", "seconds": "write for: {text}s"],
        "'cooldown'": ["seconds": "write for: {text}s", "minutes": "write for: {text}m"],
        "'delete'": ["last": "write scope: { last: {} }", "burst": "write scope: burst"],
        "'except'": ["channels": "write in: { except_channels: [{}] } beside 'except'"],
    ]

    private static let condition: [String: String] = {
        var condition = [
            "role": "write author: { has_role: {} }", "roles": "write author: { has_role: {} }",
            "has_role": "write author: { has_role: {} }",
            "keyword": "write text: { contains: {} }", "keywords": "write text: { contains: {} }",
            "regex": "write text: { matches: {} }", "regexp": "write text: { matches: {} }",
            "pattern": "write text: { matches: {} }", "is_bot": "write author: { is_bot: {} }",
            "bot": "write author: { is_bot: {} }", "member_for": "write author: { member_for: {} }",
            "invite": "write links: { invite: {} }", "days": "write time: { days: {} }", "between": "write time: { between: {} }",
            "account_age": "write author: { member_for: {} }",
        ]
        for field in ["contains", "equals", "starts_with", "ends_with", "any_word", "all_words", "matches", "length", "in_list"] {
            condition[field] = "write text: { \(field): {} }"
        }
        return condition
    }()

    private static let action = [
        "purge": "write delete: { scope: { last: {} } }", "clear": "write delete: { scope: { last: {} } }",
    ]

    private static let rule: [String: String] = {
        var rule = [
            "enabled": "write mode: disabled", "disabled": "write mode: disabled", "active": "write mode: disabled",
            "channel": "write in: { channels: [{}] }", "channels": "write in: { channels: [{}] }",
            "clan": "write in: { clans: [{}] }", "clans": "write in: { clans: [{}] }",
            "category": "write in: { categories: [{}] }",
            "log_channel": "remove it, and add to 'then': alert: {}", "days": "write when: { time: { days: {} } }",
            "hours": "write when: { time: { between: {} } }", "unless": "write except: { when: … }",
        ]
        for verb in ["exempt", "exempted", "ignore", "ignored", "exclude", "excluded", "except", "allowed", "whitelisted"] {
            rule["\(verb)_roles"] = "write except: { roles: [{}] }"
            rule["\(verb)_users"] = "write except: { users: [{}] }"
            rule["\(verb)_members"] = "write except: { users: [{}] }"
            rule["\(verb)_channels"] = "write in: { except_channels: [{}] }"
        }
        return rule
    }()

    /// The fields of a text that is a person's name.
    private static let name = Dictionary(
        uniqueKeysWithValues: ["contains", "equals", "starts_with", "ends_with", "any_word", "matches"].map {
            ($0, "write name: { \($0): {} }")
        })
}
