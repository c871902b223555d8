import MezonModel

/// A text put together piece by piece, with what lies over its pieces. It ends where it would become too long.
struct MarkupBuilder {
    private static let mostUnits = 16_000  // Four messages of Mezon and a little more; nobody reads on.

    private(set) var text = ""
    private var units = 0
    private var markup: [Markup] = []
    private var isFull = false

    var isEmpty: Bool { text.isEmpty }
    var content: Content { Content(text, markup: markup) }

    mutating func append(_ piece: some StringProtocol, as kind: String? = nil) {
        guard !isFull, !piece.isEmpty else { return }
        let start = units
        let length = piece.utf16.count
        if start + length > Self.mostUnits {
            isFull = true
            text += Self.beginning(of: piece, units: Self.mostUnits - start) + "…"
            units = text.utf16.count
        } else {
            text += piece
            units += length
        }
        guard let kind, units > start else { return }
        markup.append(Markup(kind, TextRange(start, units)))
    }

    /// Adds another after an empty line or a line break, where there is anything before.
    mutating func append(line other: MarkupBuilder, after separator: String = "\n") {
        guard !other.isEmpty, !isFull else { return }
        if !isEmpty { append(separator) }
        let start = units
        append(other.text)
        guard !isFull else { return }
        markup += other.markup.map { Markup($0.kind, $0.range.moved(by: start), attributes: $0.attributes) }
    }

    /// A text that can be followed to an address, with the address behind it: Mezon shows no other text in a link's place.
    mutating func append(_ label: String, linkedTo address: String) {
        if !label.isEmpty, label != address {
            append(label)
            append(" (")
            append(address, as: "lk")
            append(")")
        } else {
            append(address, as: "lk")
        }
    }

    /// The longest beginning of so many UTF-16 units that cuts no character in two.
    static func beginning(of text: some StringProtocol, units: Int) -> String {
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
