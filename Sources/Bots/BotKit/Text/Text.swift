/// A text of a message, put together from plain text, formatted text, mentions, links and emojis.
///
///     let text = Text {
///         "Thanks, "
///         who
///         "! See "
///         Link("https://example.org/kudos")
///         if points > 10 { Bold(" Ten already.") }
///     }
///     return [.reply(text.draft)]
///
/// Plain text stays as it is: Markdown and web addresses in it are not interpreted, and an `@name` notifies no one. Texts of users
/// can therefore be inserted unchanged.
public struct Text: Hashable, Sendable {
    private var content = Content("")
    private var mentions: [Mention] = []
    private var length = 0  // In UTF-16 code units.

    /// Creates an empty text.
    public init() {}

    /// Creates a text from its parts.
    ///
    /// - Parameters:
    ///   - separator: Plain text between two parts, such as a line break.
    ///   - parts: The parts; loops and conditions may be used.
    public init(separatedBy separator: String = "", @TextBuilder _ parts: () throws -> [Text]) rethrows {
        for (index, part) in try parts().enumerated() {
            if index > 0 { append(separator) }
            append(part)
        }
    }

    /// Creates a text from a content and its mentions.
    package init(_ content: Content, mentions: [Mention] = []) {
        self.content = content
        self.mentions = mentions
        length = content.text.utf16.count
    }

    /// Appends a part.
    public mutating func append(_ part: some TextPart) {
        let other = part.asText
        content.text += other.content.text
        content.markup += other.content.markup.map { Markup($0.kind, $0.range.moved(by: length), attributes: $0.attributes) }
        for key in Content.rangedKeys {
            guard let items = other.content.extras[key]?.array else { continue }
            content.extras[key] = .array((content.extras[key]?.array ?? []) + items.map { $0.moved(by: length) })
        }
        for mention in other.mentions {
            var mention = mention
            mention.range = mention.range.moved(by: length)
            mentions.append(mention)
        }
        length += other.length
    }

    /// The text without formatting.
    public var plain: String { content.text }

    /// The length in UTF-16 code units.
    package var unitCount: Int { length }

    /// The text as a draft in which Markdown may still be interpreted.
    package var unmarked: Draft { Draft(content, mentions: mentions) }

    /// The draft of a message that consists of the text.
    public var draft: Draft {
        var draft = unmarked
        // An empty list keeps Markdown in the text from being interpreted.
        if content.markup.isEmpty { draft.content.extras["mk"] = .array([]) }
        return draft
    }
}

extension Text: TextPart {
    /// The text itself.
    public var asText: Text { self }
}

/// A result builder for the parts of a ``Text``.
@resultBuilder
public enum TextBuilder {
    /// Adds one part.
    public static func buildExpression(_ part: some TextPart) -> [Text] { [part.asText] }
    /// Joins the parts of a block.
    public static func buildBlock(_ parts: [Text]...) -> [Text] { parts.flatMap(\.self) }
    /// Adds the parts of an `if` without `else`.
    public static func buildOptional(_ parts: [Text]?) -> [Text] { parts ?? [] }
    /// Adds the parts of the first branch.
    public static func buildEither(first parts: [Text]) -> [Text] { parts }
    /// Adds the parts of the second branch.
    public static func buildEither(second parts: [Text]) -> [Text] { parts }
    /// Joins the parts of a loop.
    public static func buildArray(_ parts: [[Text]]) -> [Text] { parts.flatMap(\.self) }
}
