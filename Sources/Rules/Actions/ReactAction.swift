import BotConfig
import MezonModel
import TextMatching

/// `react: "👍"`
struct ReactAction: RuleAction {
    static let name = "react"

    private let emoji: String

    init?(_ word: WordNode, _ compilation: Compilation) {
        guard let emoji = word.argument(compilation.findings)?.text(compilation.findings) else { return nil }
        self.emoji = emoji
    }

    func action(_ facts: Facts, _ match: TextMatch?) -> Action? { .react(emoji) }
}
