import BotConfig
import TextMatching

/// What compiling one set of rules shares: the names, the scanner that all conditions add to, and what was found wrong.
final class Compilation {
    let names: Names
    let findings = Findings()
    var scanner = TextScanner.Builder()
    /// Whether a condition of the rule that is being compiled can find a text, so that `match.text` may be used.
    var findsText = false

    init(names: Names) { self.names = names }
}
