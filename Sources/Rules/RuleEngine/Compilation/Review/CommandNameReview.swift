import BotConfiguration
import ChatModel

/// Finds names of commands that no message can contain as meant: with a prefix, with capitals, or with a space.
struct CommandNameReview {
    /// The prefixes of commands in all clans.
    let prefixes: [String]
    let diagnostics: DiagnosticCollector

    private static let foreignPrefixes = ["!", "/", ".", "?", "$", "-", "*", "+", ">", "~", "&"]

    init(_ compilation: CompilationContext) {
        prefixes = compilation.configuration.perClan(\.prefix).all.filter { !$0.isEmpty }
        diagnostics = compilation.diagnostics
    }

    func review(_ name: String, _ node: ConfigNode) {
        let prefix = (prefixes + Self.foreignPrefixes).first { name.hasPrefix($0) && name.count > $0.count }
        let word = String(name.dropFirst(prefix?.count ?? 0).prefix { !$0.isWhitespace }).lowercased()
        guard !word.isEmpty else { return }
        let example = (prefixes.first ?? "") + name
        if prefix != nil {
            warn("prefix-in-command", "a command's name is written without a prefix; this one would be '\(example)'", word, node)
        } else if name.contains(where: \.isWhitespace) {
            warn(
                "command-with-space", "a command's name is a single word, and what follows it in a message are arguments", word,
                node)
        } else if name != name.lowercased() {
            warn("command-with-capitals", "commands are compared in lower case, so this one is never found", word, node)
        }
    }

    private func warn(_ code: String, _ message: String, _ word: String, _ node: ConfigNode) {
        diagnostics.warning(code, message, at: node.position, suggestion: "write \(word)")
    }
}
