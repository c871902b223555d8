package import ChatModel

extension Message {
    /// The message for a terminal. Further lines and interactive components are indented below the first line.
    ///
    /// - Parameters:
    ///   - place: The channel, for example `#general`.
    ///   - note: A remark, for example ` (edited)`.
    package func chatText(in place: String, note: String = "") -> String {
        let lines = Self.lines(readableText)
        let head = "\(place.terminalSafe) \(author.name.terminalSafe)\(note): \(lines.first ?? "")"
        let buttons = ChatButton.list(of: self).enumerated().map { "[\($0.offset + 1)] \($0.element.label.terminalSafe)" }
        let selects = ChatSelect.list(of: self).map { "\($0.placeholder.terminalSafe): \($0.options.text)" }
        let below =
            lines.dropFirst() + (contact == nil ? ChatEmbed.list(of: self) : []).flatMap { Self.lines(of: $0) } + selects
            + (buttons.isEmpty ? [] : [buttons.joined(separator: "  ")])
        return ([head] + below.map { "    \($0)" }).joined(separator: "\n")
    }

    /// The texts of an embed and the fields of its form.
    private static func lines(of embed: ChatEmbed) -> [String] {
        let words = [embed.title, embed.description].filter { !$0.isEmpty }.flatMap { lines($0) }
        let facts = embed.facts.map { "\($0.name.terminalSafe): \($0.value.terminalSafe)" }
        return words + facts + embed.fields.map { $0.text(filledWith: nil) }
    }

    private static func lines(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(\.terminalSafe)
    }
}
