/// A coffee that a user gave another user for a message. The server reports no transaction with it.
public struct CoffeeGift: Hashable, Sendable, Codable {
    /// The user who gave it.
    public var sender: UserID
    /// The user who received it.
    public var receiver: UserID
    /// The number of tokens that the server reports for it.
    public var amount: Int
    /// The clan; zero for a direct conversation.
    public var clan: ClanID
    /// The channel in which it was given; zero if the server reports none.
    public var channel: ChannelID
    /// The message for which it was given; zero if the server reports none.
    public var message: MessageID

    /// Creates a gift.
    public init(
        sender: UserID, receiver: UserID, amount: Int, clan: ClanID = 0, channel: ChannelID = 0, message: MessageID = 0
    ) {
        self.sender = sender
        self.receiver = receiver
        self.amount = amount
        self.clan = clan
        self.channel = channel
        self.message = message
    }

    /// Returns whether the gift is one of another user to an account.
    public func isReceived(by account: UserID) -> Bool { receiver == account && !sender.isNone && sender != account }
}
