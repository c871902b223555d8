public import Foundation

/// A message as stored by the application, after its last edit.
public struct StoredMessage: Hashable, Sendable, Codable {
    /// The message's id.
    public var id: MessageID
    /// The author.
    public var author: UserID
    /// The author's name when the message was sent or last edited.
    public var authorName: String
    /// The plain text.
    public var text: String
    /// The time at which the message was sent.
    public var saidAt: Date
    /// The time of the last edit; nil if the message was never edited.
    public var editedAt: Date?

    /// Creates a stored message.
    public init(id: MessageID, author: UserID, authorName: String, text: String, saidAt: Date, editedAt: Date? = nil) {
        self.id = id
        self.author = author
        self.authorName = authorName
        self.text = text
        self.saidAt = saidAt
        self.editedAt = editedAt
    }
}
