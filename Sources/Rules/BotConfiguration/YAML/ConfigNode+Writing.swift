/// Values as an operator writes them, for suggestions.
extension ConfigNode {
    /// Returns a text between quotation marks, so that YAML reads it as it is.
    package static func quoted(_ text: String) -> String {
        if !text.contains("\""), !text.contains("\\"), !text.contains("\n") { return "\"\(text)\"" }
        if !text.contains("\n") { return "'\(text.replacing("'", with: "''"))'" }
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        return "\"\(escaped)\""
    }

    /// The value on one line, if it is a text or a list of texts; `nil` for others and for long ones.
    package var inline: String? {
        switch kind {
        case .scalar(let text, let style):
            guard !isEmpty, text.count <= 60, !text.contains("\n") else { return nil }
            return style == .plain && !text.contains(where: { ",[]{}".contains($0) }) ? text : Self.quoted(text)
        case .list(let items):
            let texts = items.compactMap { if case .scalar = $0.kind { $0.inline } else { nil } }
            return items.isEmpty || texts.count < items.count || items.count > 10 ? nil : "[\(texts.joined(separator: ", "))]"
        case .map: return nil
        }
    }
}
