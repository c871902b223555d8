import MezonModel
import TextMatching

/// What the deciding conditions found: `match` in a template.
struct MatchDetails: Hashable, Sendable, Codable {
    /// The first text found, as it was written.
    var text: TextMatch?
    var links: [FoundLink] = []
    var attachments: [Attachment] = []
    /// How many there were of what was counted.
    var count: Int?
    /// The messages that were counted, oldest first.
    var messages: [Place] = []

    struct FoundLink: Hashable, Sendable, Codable {
        /// As it was written.
        var url: String
        /// In lower case, without `www.`.
        var domain: String
        /// `https` where none was written, as browsers take it.
        var scheme: String
    }

    struct Place: Hashable, Sendable, Codable {
        var message: MessageID
        var channel: ChannelID
    }

    /// What was found first stays.
    func merging(_ other: MatchDetails) -> MatchDetails {
        MatchDetails(
            text: text ?? other.text, links: links.isEmpty ? other.links : links,
            attachments: attachments.isEmpty ? other.attachments : attachments, count: count ?? other.count,
            messages: messages.isEmpty ? other.messages : messages)
    }

    /// What a condition may find, so that templates are checked when they are read.
    struct Kinds: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let text = Kinds(rawValue: 1)
        static let links = Kinds(rawValue: 2)
        static let attachments = Kinds(rawValue: 4)
        static let count = Kinds(rawValue: 8)
        static let messages = Kinds(rawValue: 16)
    }
}
