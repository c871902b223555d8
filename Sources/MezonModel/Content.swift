/// What a message says: its text, the markup laid over it, and whatever else its sender put into the JSON.
public struct Content: Hashable, Sendable, Codable {
    public var text: String
    public var markup: [Markup]
    /// Every other key, kept as received: hashtags, emojis, embeds, components and keys from newer clients.
    public var extras: [String: JSONValue]
    /// The received bytes where they were not a JSON object; `text` then holds them as they are.
    public var isMalformed: Bool

    public init(_ text: String, markup: [Markup] = [], extras: [String: JSONValue] = [:], isMalformed: Bool = false) {
        self.text = text
        self.markup = markup
        self.extras = extras
        self.isMalformed = isMalformed
    }
}

/// A half-open range of a message's text in UTF-16 code units, as every range on Mezon's wire is counted.
public struct TextRange: Hashable, Sendable, Codable {
    public var start: Int
    public var end: Int

    public init(_ start: Int, _ end: Int) {
        self.start = start
        self.end = end
    }

    public var length: Int { end - start }

    /// The characters covered; `nil` where the range lies outside the text, is reversed, or cuts a character in two.
    public func slice(of text: String) -> Substring? {
        let units = text.utf16
        guard start >= 0, start <= end,
            let lower = units.index(units.startIndex, offsetBy: start, limitedBy: units.endIndex),
            let upper = units.index(lower, offsetBy: end - start, limitedBy: units.endIndex),
            let from = lower.samePosition(in: text), let to = upper.samePosition(in: text)
        else { return nil }
        return text[from..<to]
    }

    public func moved(by distance: Int) -> TextRange { TextRange(start + distance, end + distance) }
}

/// One stretch of markup: `b` bold, `c` code, `pre` code block, `lk` link, and kinds that newer clients add.
public struct Markup: Hashable, Sendable, Codable {
    public var kind: String
    public var range: TextRange
    /// Further keys of this stretch, such as a code block's `language`.
    public var attributes: [String: JSONValue]

    public init(_ kind: String, _ range: TextRange, attributes: [String: JSONValue] = [:]) {
        self.kind = kind
        self.range = range
        self.attributes = attributes
    }
}
