import BotConfig
import MezonModel
import TextMatching

/// `delete`: removes the message that the rule is about.
struct DeleteAction: RuleAction {
    static let name = "delete"
    static let deletes = true

    init?(_ word: WordNode, _ compilation: Compilation) {
        guard let argument = word.value else { return }
        compilation.findings.error("wrong-kind", "'delete' stands alone", at: argument.place)
        return nil
    }

    func action(_ facts: Facts, _ match: TextMatch?) -> Action? { .delete() }
}
