/// A coffee for the author of a message.
public struct CoffeeOrder: Hashable, Sendable, Codable {
    /// The message.
    public var message: MessageID
    /// Its author, who receives the tokens.
    public var author: UserID
    /// The channel of the message.
    public var channel: ChannelID
    /// The clan of the channel; zero for a conversation.
    public var clan: ClanID

    /// The tokens that a coffee costs, as in Mezon's clients.
    public static let price = 10_000
    /// The note that Mezon's clients write on the order.
    package static let note = "givecoffee"

    /// Creates an order.
    public init(message: MessageID, author: UserID, channel: ChannelID, clan: ClanID) {
        self.message = message
        self.author = author
        self.channel = channel
        self.clan = clan
    }

    /// Creates an order for a message.
    public init(for message: Message) {
        self.init(message: message.id, author: message.author.id, channel: message.channel, clan: message.clan)
    }
}
