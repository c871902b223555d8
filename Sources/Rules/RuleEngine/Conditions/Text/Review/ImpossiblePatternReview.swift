import BotConfiguration
import PatternMatching

/// Finds patterns that no text can match: `free^nitro`, `$5`, `free\bnitro`, `\x{200B}` where folding removes invisible characters.
struct ImpossiblePatternReview {
    private let diagnostics: DiagnosticCollector

    init(_ diagnostics: DiagnosticCollector) { self.diagnostics = diagnostics }

    func review(_ pattern: Pattern, _ node: ConfigNode) {
        guard !diagnostics.isRecording, let obstacle = pattern.obstacle else { return }
        let (reason, suggestion) =
            switch obstacle {
            case .startOfText:
                (
                    "'^' stands for the beginning of the text",
                    #"write '\^' for the character, or begin with (?m) for the beginning of a line"#
                )
            case .endOfText:
                ("'$' stands for the end of the text", #"write '\$' for the character, or begin with (?m) for the end of a line"#)
            case .wordBoundary:
                (#"'\b' is no boundary of a word there"#, #"remove it, or write it beside a letter: 'free\b.*\bnitro'"#)
            case .characters:
                (
                    "texts have none of the characters of one of its classes (folds: \(pattern.folds))",
                    "use fewer folds, such as fold: [case], or change the class"
                )
            }
        diagnostics.warning(
            "never-matches", "this pattern matches no text: \(reason)", at: node.position, suggestion: suggestion)
    }
}
