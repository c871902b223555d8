/// A thread under a channel, with a message for it.
///
/// A thread is identified by its name: if the channel has an open one of that name, the message is sent there, so that opening it
/// twice has no further effect.
public struct ThreadOpening: Hashable, Sendable, Codable {
    /// The name of the thread.
    public var name: String
    /// A Boolean value that indicates whether only the members of the thread see it.
    public var isPrivate: Bool
    /// The users who become members when the thread is created, besides the bot.
    public var members: [UserID]
    /// The message.
    public var draft: Draft
    /// A Boolean value that indicates whether the message quotes that of the event.
    public var quotesMessage: Bool

    /// Creates a thread with a message.
    public init(
        _ name: String, isPrivate: Bool = false, members: [UserID] = [], draft: Draft, quotesMessage: Bool = false
    ) {
        self.name = name
        self.isPrivate = isPrivate
        self.members = members
        self.draft = draft
        self.quotesMessage = quotesMessage
    }

    /// The maximum number of characters of a name.
    package static let maxName = 64

    /// Returns a text as the name of a thread: on one line, and shortened; nil if nothing is left.
    package static func name(from text: String) -> String? {
        let words = text.prefix(4 * maxName).split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        let visible = words.filter { !$0.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control } }
        let name = String(visible.prefix(maxName))
        return name.isEmpty ? nil : name
    }
}
