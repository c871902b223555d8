/// The content of a message: its text, the markup of the text, and all other keys of the sender's JSON.
public struct Content: Hashable, Sendable, Codable {
    /// The plain text.
    public var text: String
    /// The markup of the text.
    public var markup: [Markup]
    /// Every other key, kept as received: hashtags, emojis, embeds, components and keys of newer clients.
    public var extras: [String: JSONValue]
    /// A Boolean value that indicates whether the received bytes were no JSON object; `text` then holds them unchanged.
    public var isMalformed: Bool

    /// Creates the content of a message.
    public init(_ text: String, markup: [Markup] = [], extras: [String: JSONValue] = [:], isMalformed: Bool = false) {
        self.text = text
        self.markup = markup
        self.extras = extras
        self.isMalformed = isMalformed
    }
}

/// A half-open range of a message's text in UTF-16 code units, the unit of all ranges in Mezon's protocol.
public struct TextRange: Hashable, Sendable, Codable {
    /// The offset of the first code unit.
    public var start: Int
    /// The offset after the last code unit.
    public var end: Int

    /// Creates a range from its start and end.
    public init(_ start: Int, _ end: Int) {
        self.start = start
        self.end = end
    }

    /// The number of code units; negative if the range is reversed.
    public var length: Int { end - start }

    /// Returns the characters in the range, or `nil` if it lies outside the text, is reversed, or splits a character.
    public func slice(of text: String) -> Substring? {
        let units = text.utf16
        guard start >= 0, start <= end,
            let lower = units.index(units.startIndex, offsetBy: start, limitedBy: units.endIndex),
            let upper = units.index(lower, offsetBy: end - start, limitedBy: units.endIndex),
            let from = lower.samePosition(in: text), let to = upper.samePosition(in: text)
        else { return nil }
        return text[from..<to]
    }

    /// Returns the range moved by a number of code units.
    public func moved(by distance: Int) -> TextRange { TextRange(start + distance, end + distance) }
}

/// One range of markup: `b` bold, `c` code, `pre` code block, `lk` link, and kinds of newer clients.
public struct Markup: Hashable, Sendable, Codable {
    /// The kind of markup.
    public var kind: String
    /// The range in the text.
    public var range: TextRange
    /// Further keys of this range, such as a code block's `language`.
    public var attributes: [String: JSONValue]

    /// Creates markup for a range.
    public init(_ kind: String, _ range: TextRange, attributes: [String: JSONValue] = [:]) {
        self.kind = kind
        self.range = range
        self.attributes = attributes
    }
}
