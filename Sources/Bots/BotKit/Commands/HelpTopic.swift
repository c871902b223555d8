import ChatModel

/// The help entry of a command that belongs to a rule or to the application rather than to a bot.
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
