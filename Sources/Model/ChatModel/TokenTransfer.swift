/// A transfer of tokens between users.
public struct TokenTransfer: Hashable, Sendable, Codable {
    /// The user who sent the tokens.
    public var sender: UserID
    /// The sender's account name, as the server reports it; may be empty.
    public var senderName: String
    /// The user who received them.
    public var receiver: UserID
    /// The number of tokens.
    public var amount: Int
    /// The sender's note; may be empty.
    public var note: String
    /// The id of the transaction, by which a transfer that is reported again is recognized; empty if the server reports none.
    public var transaction: String

    /// Creates a transfer.
    public init(
        sender: UserID, senderName: String = "", receiver: UserID, amount: Int, note: String = "", transaction: String = ""
    ) {
        self.sender = sender
        self.senderName = senderName
        self.receiver = receiver
        self.amount = amount
        self.note = note
        self.transaction = transaction
    }

    /// Returns whether the transfer gives tokens to an account: it names the account as the receiver and another as the sender.
    public func isReceived(by account: UserID) -> Bool {
        receiver == account && !sender.isNone && sender != account && amount > 0
    }
}
