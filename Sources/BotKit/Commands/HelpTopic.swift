import MezonModel

/// A command that is no bot's, for the help: of a rule, or of the application itself.
package struct HelpTopic: Sendable, Hashable, Codable {
    /// The text after the prefix: `cases @somebody`.
    package var usage: String
    package var summary: LocalizedText

    package init(_ usage: String, _ summary: String, vi: String) {
        self.usage = usage
        self.summary = LocalizedText(summary, vi: vi)
    }

    /// The command's name.
    package var name: String { usage.split(separator: " ").first.map { $0.lowercased() } ?? "" }
}
