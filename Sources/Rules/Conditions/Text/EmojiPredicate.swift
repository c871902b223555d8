import BotConfig

/// `emoji: { count: "> 10" }`: Mezon's own, and those that are characters.
struct EmojiPredicate: Predicate {
    static let name = "emoji"
    let checks: [Check]

    init?(_ node: ConfigNode, _ compilation: Compilation) {
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        fields.compare("count", .count, "How many: `> 10`.") { .count($0.message?.emojiCount ?? 0) }
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }
}
