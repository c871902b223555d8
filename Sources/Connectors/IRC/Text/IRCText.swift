/// One line of text to send, which cannot contain a line end or pass for a command.
package struct IRCText: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case message
        /// A `/me` action.
        case action
        /// A notice, which bots must not answer.
        case notice
    }

    package let text: String
    package let kind: Kind

    /// Removes line breaks, NUL and the CTCP delimiter. Formatting codes stay, because the splitter writes them.
    package init(_ text: String, _ kind: Kind = .message) {
        self.text = String(String.UnicodeScalarView(text.unicodeScalars.filter { !Self.forbidden.contains($0) }))
        self.kind = kind
    }

    private static let forbidden: Set<Unicode.Scalar> = ["\r", "\n", "\0", "\u{1}"]
}
