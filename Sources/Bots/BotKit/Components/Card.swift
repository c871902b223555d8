public import Foundation

/// A card below a message's text, which Mezon calls an embed: a title, texts, fields and pictures in a frame.
///
///     let card = Card(
///         "Build 214", text: "All tests passed.", url: "https://ci.example/214", color: "#2ecc71",
///         footer: Card.Footer("main"), timestamp: context.now,
///         fields: [.text("Tests", "2,310", isInline: true), .text("Time", "4 min", isInline: true)])
///     return [.reply(try Draft("").adding(card))]
///
/// Texts of a card are plain: clients interpret neither Markdown nor mentions in them.
public struct Card: Hashable, Sendable {
    /// The line above the title.
    public struct Author: Hashable, Sendable {
        /// The name that is shown.
        public var name: String
        /// The address of the page that the name leads to; empty for none.
        public var url: String
        /// The address of the picture before the name; empty for none.
        public var icon: String

        /// Creates the line above the title.
        public init(_ name: String, url: String = "", icon: String = "") {
            self.name = name
            self.url = url
            self.icon = icon
        }
    }

    /// The line at the end.
    public struct Footer: Hashable, Sendable {
        /// The text that is shown.
        public var text: String
        /// The address of the picture before the text; empty for none.
        public var icon: String

        /// Creates the line at the end.
        public init(_ text: String, icon: String = "") {
            self.text = text
            self.icon = icon
        }
    }

    /// A picture, as its address. A string literal is a picture whose size the client finds out.
    public struct Picture: Hashable, Sendable, ExpressibleByStringLiteral {
        /// The address.
        public var url: String
        /// The width in pixels; zero if unknown.
        public var width: Int
        /// The height in pixels; zero if unknown.
        public var height: Int

        /// Creates a picture.
        public init(_ url: String, width: Int = 0, height: Int = 0) {
            self.url = url
            self.width = width
            self.height = height
        }

        /// Creates a picture of unknown size.
        public init(stringLiteral value: String) { self.init(value) }
    }

    /// The title; empty for none.
    public var title: String
    /// The text below the title; empty for none.
    public var text: String
    /// The address of the page that the title leads to; empty for none.
    public var url: String
    /// The color of the border, such as `#5865f2`; empty for the client's own.
    public var color: String
    /// The line above the title.
    public var author: Author?
    /// The small picture beside the text.
    public var thumbnail: Picture?
    /// The picture below the text.
    public var image: Picture?
    /// The line at the end.
    public var footer: Footer?
    /// The time that is shown at the end.
    public var timestamp: Date?
    /// The fields below the text, at most 25.
    public var fields: [CardField]

    static let maxFields = 25  // Mezon's clients show no more.

    /// Creates a card. What it contains is checked when it is added to a draft.
    public init(
        _ title: String = "", text: String = "", url: String = "", color: String = "", author: Author? = nil,
        thumbnail: Picture? = nil, image: Picture? = nil, footer: Footer? = nil, timestamp: Date? = nil, fields: [CardField] = []
    ) {
        self.title = title
        self.text = text
        self.url = url
        self.color = color
        self.author = author
        self.thumbnail = thumbnail
        self.image = image
        self.footer = footer
        self.timestamp = timestamp
        self.fields = fields
    }
}
