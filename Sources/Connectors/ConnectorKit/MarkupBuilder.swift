package import ChatModel

/// Builds a text with markup piece by piece. Text beyond the limit is cut off.
package struct MarkupBuilder {
    private static let maxUnits = 16_000  // A little more than four Mezon messages; longer texts are of no use in a chat.

    package private(set) var text = ""
    private var units = 0
    private var markup: [Markup] = []
    private var isFull = false

    package init() {}

    package var isEmpty: Bool { text.isEmpty }
    package var content: Content { Content(text, markup: markup) }

    package mutating func append(_ piece: some StringProtocol, as kind: String? = nil) {
        guard !isFull, !piece.isEmpty else { return }
        let start = units
        let length = piece.utf16.count
        if start + length > Self.maxUnits {
            isFull = true
            text += Self.beginning(of: piece, units: Self.maxUnits - start) + "…"
            units = text.utf16.count
        } else {
            text += piece
            units += length
        }
        guard let kind, units > start else { return }
        markup.append(Markup(kind, TextRange(start, units)))
    }

    /// Appends another text after an empty line or a line break, if there is text before it.
    package mutating func append(line other: MarkupBuilder, after separator: String = "\n") {
        guard !other.isEmpty, !isFull else { return }
        if !isEmpty { append(separator) }
        let start = units
        append(other.text)
        guard !isFull else { return }
        markup += other.markup.map { Markup($0.kind, $0.range.moved(by: start), attributes: $0.attributes) }
    }

    /// Appends a link as its label with the address behind it, because Mezon cannot show other text in place of an address.
    package mutating func append(_ label: String, linkedTo address: String) {
        if !label.isEmpty, label != address {
            append(label)
            append(" (")
            append(address, as: "lk")
            append(")")
        } else {
            append(address, as: "lk")
        }
    }

    /// Returns the longest prefix of at most `units` UTF-16 units that splits no character.
    package static func beginning(of text: some StringProtocol, units: Int) -> String {
        guard text.utf16.count > units else { return String(text) }
        var end = text.startIndex
        var length = 0
        while end < text.endIndex {
            let next = text.index(after: end)
            length += text[end..<next].utf16.count
            guard length <= units else { break }
            end = next
        }
        return String(text[..<end])
    }
}
