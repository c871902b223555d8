public import Foundation

/// A message that a search has found, in its current version.
public struct FoundMessage: Hashable, Sendable, Codable {
    /// The message's id.
    public var id: MessageID
    /// The channel.
    public var channel: ChannelID
    /// The clan of the channel; zero for a direct conversation.
    public var clan: ClanID
    /// The author.
    public var author: UserID
    /// The author's name when the message was sent or last edited.
    public var authorName: String
    /// The plain text, of which bots receive at most 2000 bytes.
    public var text: String
    /// The time at which the message was sent or last edited.
    public var at: Date

    /// Creates a found message.
    public init(
        id: MessageID, channel: ChannelID, clan: ClanID, author: UserID, authorName: String, text: String, at: Date
    ) {
        self.id = id
        self.channel = channel
        self.clan = clan
        self.author = author
        self.authorName = authorName
        self.text = text
        self.at = at
    }

    /// The address of the message in the web client.
    public var address: String { id.address(in: channel, of: clan) }
}
