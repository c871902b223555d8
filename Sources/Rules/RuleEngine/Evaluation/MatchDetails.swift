import ChatModel
import PatternMatching

/// The match details of the deciding conditions: `match` in a template.
struct MatchDetails: Hashable, Sendable, Codable {
    /// The first text found, as written.
    var text: TextMatch?
    var links: [FoundLink] = []
    var attachments: [Attachment] = []
    /// The counted amount.
    var count: Int?
    /// The counted messages, oldest first.
    var messages: [MessageLocation] = []
    /// The users whose events were counted; `nil` if no condition counts them.
    var users: [UserID]?
    /// The total of the points, or the probability, as shown.
    var score: String?

    struct FoundLink: Hashable, Sendable, Codable {
        /// The URL as written.
        var url: String
        /// The domain in lower case, without `www.`.
        var domain: String
        /// The scheme; `https` if none was written, as browsers assume.
        var scheme: String
    }

    struct MessageLocation: Hashable, Sendable, Codable {
        var message: MessageID
        var channel: ChannelID
    }

    /// Returns the details of both. Values of the receiver take precedence.
    func merging(_ other: MatchDetails) -> MatchDetails {
        MatchDetails(
            text: text ?? other.text, links: links.isEmpty ? other.links : links,
            attachments: attachments.isEmpty ? other.attachments : attachments, count: count ?? other.count,
            messages: messages.isEmpty ? other.messages : messages, users: users ?? other.users, score: score ?? other.score)
    }

    /// The kinds of details that a condition may find, so that templates can be checked when they are read.
    struct Kinds: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let text = Kinds(rawValue: 1)
        static let links = Kinds(rawValue: 2)
        static let attachments = Kinds(rawValue: 4)
        static let count = Kinds(rawValue: 8)
        static let messages = Kinds(rawValue: 16)
        static let users = Kinds(rawValue: 32)
        static let score = Kinds(rawValue: 64)
    }
}
