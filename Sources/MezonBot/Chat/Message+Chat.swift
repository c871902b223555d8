package import MezonModel

extension Message {
    /// The message for a terminal: further lines and what can be pressed stand indented below the first.
    ///
    /// - Parameters:
    ///   - place: where it was said, `#general`.
    ///   - note: what is to be known about it, ` (edited)`.
    package func chatText(in place: String, note: String = "") -> String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(\.terminalSafe)
        let buttons = ChatButton.list(of: self).enumerated().map { "[\($0.offset + 1)] \($0.element.label.terminalSafe)" }
        let head = "\(place.terminalSafe) \(author.name.terminalSafe)\(note): \(lines.first ?? "")"
        let below = lines.dropFirst() + (buttons.isEmpty ? [] : [buttons.joined(separator: "  ")])
        return ([head] + below.map { "    \($0)" }).joined(separator: "\n")
    }
}
