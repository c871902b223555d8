import BotConfiguration

/// `emoji: { count: "> 10" }`: the number of emoji, both Mezon's own and Unicode characters.
struct EmojiCondition: ParsableCondition {
    static let name = "emoji"
    let checks: [FieldCheck]

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard var fields = FieldReader(node, Self.name, compilation) else { return nil }
        fields.compare("count", .count, "The number of emoji, for example `> 10`.", of: .emoji) {
            .count($0.message?.emojiCount ?? 0)
        }
        guard let checks = fields.finish() else { return nil }
        self.checks = checks
    }
}
