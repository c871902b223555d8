import BotConfig
import MezonModel
import TextMatching

/// `reply: text`
struct ReplyAction: RuleAction {
    static let name = "reply"

    private let text: Template

    init?(_ word: WordNode, _ compilation: Compilation) {
        guard let text = word.argument(compilation.findings).flatMap({ Template($0, compilation) }) else { return nil }
        self.text = text
    }

    func action(_ facts: Facts, _ match: TextMatch?) -> Action? {
        text.draft(facts, match).map(Action.reply)
    }
}
