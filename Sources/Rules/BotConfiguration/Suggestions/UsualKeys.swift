/// The key under which a value belongs that was written in place of a whole map: `mute: { for: 10m }` for `mute: 10m`.
enum UsualKeys {
    /// Returns what to write; `nil` if the map has no usual key, or the value does not suit it.
    ///
    /// - Parameter map: The name of the map in messages: `'mute'`.
    static func suggestion(for value: ConfigNode, as map: String) -> String? {
        if case .map = value.kind { return nil }
        let isTruth = ["true", "false"].contains(value.scalarText)
        guard let pattern = isTruth ? truths[map] : patterns[map] ?? nil else { return nil }
        guard isTruth || value.inline != nil else { return "write { \(pattern.replacing("{}", with: "…")) }" }
        return "write { \(KeyAdvice.filled(pattern, with: value)) }"
    }

    /// The value that `true` stands for.
    private static let truths = [
        "'links'": "any: {}", "'caps'": "ratio: \">= 0.8\"", "'emoji'": "count: \"> 10\"", "'mentions'": "users: \"> 5\"",
        "'attachments'": "count: \"> 0\"", "a bot": "enabled_in: all", "'repeat_chars'": "run: \"> 12\"",
        "'flood'": "count: \"> 5\", within: 10s", "'duplicate'": "count: \"> 2\", within: 10m", "'author'": "is_bot: {}",
        "'channel'": "private: {}", "'store'": "path: bot.sqlite",
    ]

    private static let patterns = [
        "'text'": "contains: {}", "'name'": "contains: {}", "'links'": "domain_in: [{}]", "'caps'": "ratio: {}",
        "'emoji'": "count: {}", "'mentions'": "users: {}", "'attachments'": "count: {}", "'repeat_chars'": "run: {}",
        "'flood'": "count: {}, within: 10s", "'duplicate'": "count: {}, within: 10m", "'author'": "is: {}", "'target'": "is: {}",
        "'channel'": "is: {}", "'time'": "between: {}", "'counter'": "name: {}, value: \"> 3\"", "'mute'": "for: {}",
        "'cooldown'": "for: {}", "'decay'": "by: 1, every: {}", "'retention'": "messages: {}", "'in'": "channels: [{}]",
        "'except'": "roles: [{}]", "'send'": "to: …, text: {}", "'dm'": "to: author, text: {}", "'button'": "route: {}",
        "'form'": "route: {}", "'quick_menu'": "route: {}", "'reaction'": "emoji: {}", "a button": "label: {}, route: …",
        "'given'": "text: {}", "'expect'": "hit: {}", "a list": "words: [{}]", "a bot": "enabled_in: [{}]", "'ban'": "for: {}",
        "'unban'": "to: {}", "'limits'": "per_minute: {}", "'moderation'": "channel: {}", "'backup'": "every: {}",
        "'delete'": "scope: {}", "'set'": "var: {}, value: …", "'bot'": "prefix: {}", "'store'": "path: {}",
        "'console'": "listen: {}", "'embed'": "text: {}", "'run'": "bot: …, command: {}", "'escalate'": "ladder: {}",
    ]
}
