/// One line of text to be said, in which nothing can end the line or pass for a command.
package struct IRCText: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case message
        /// `/me`.
        case action
        /// What robots are not to answer.
        case notice
    }

    package let text: String
    package let kind: Kind

    /// Line ends and NUL are taken out, and the sign of a CTCP request. Formatting codes stay: the splitter writes them.
    package init(_ text: String, _ kind: Kind = .message) {
        self.text = String(String.UnicodeScalarView(text.unicodeScalars.filter { !Self.forbidden.contains($0) }))
        self.kind = kind
    }

    private static let forbidden: Set<Unicode.Scalar> = ["\r", "\n", "\0", "\u{1}"]
}
