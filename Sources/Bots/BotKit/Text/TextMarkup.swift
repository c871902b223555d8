/// Bold text.
public struct Bold: TextPart, Hashable, Sendable {
    private let text: String

    /// Creates bold text.
    public init(_ text: String) { self.text = text }

    /// The text in bold.
    public var asText: Text { .marked(text, "b") }
}

/// Code within a line.
public struct Code: TextPart, Hashable, Sendable {
    private let text: String

    /// Creates code.
    public init(_ text: String) { self.text = text }

    /// The text as code.
    public var asText: Text { .marked(text, "c") }
}

/// A web address that opens when it is clicked. Mezon shows the address itself; no other text can lead to it.
public struct Link: TextPart, Hashable, Sendable {
    /// The presentation of a link.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable {
        /// An ordinary link.
        case page = "lk"
        /// A video of YouTube, Facebook or TikTok, which clients embed.
        case youTube = "lk_yt", facebook = "lk_fb", tikTok = "lk_tt"
        /// The address of a voice channel.
        case voiceChannel = "vk"
    }

    private let address: String
    private let kind: Kind

    /// Creates a link. An address that does not begin with `https://` or `http://` and a host, or contains spaces, stays plain text.
    public init(_ address: String, as kind: Kind = .page) {
        self.address = address
        self.kind = kind
    }

    /// The address as a link.
    public var asText: Text { WebAddress.isValid(address) ? .marked(address, kind.rawValue) : address.asText }
}

/// A custom emoji of a clan. Emojis of the keyboard are plain text.
public struct Emoji: TextPart, Hashable, Sendable {
    private let name: String
    private let id: EmojiID

    /// Creates an emoji. Its name may have colons or not: `smile`.
    public init(_ name: String, id: EmojiID) {
        self.name = String(name.drop { $0 == ":" }.reversed().drop { $0 == ":" }.reversed())
        self.id = id
    }

    /// The name between colons, in place of which clients show the picture.
    public var asText: Text {
        let text = ":\(name):"
        return Text(
            Content(text, extras: ["ej": [["emojiid": .string("\(id)"), "s": 0, "e": .integer(Int64(text.utf16.count))]]]))
    }
}

extension Text {
    /// Creates a text of one range of markup.
    static func marked(_ text: String, _ kind: String, _ attributes: [String: JSONValue] = [:]) -> Text {
        let range = TextRange(0, text.utf16.count)
        return Text(Content(text, markup: range.length > 0 ? [Markup(kind, range, attributes: attributes)] : []))
    }
}
