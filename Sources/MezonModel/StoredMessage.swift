public import Foundation

/// A message as the house keeps it, after its last change.
public struct StoredMessage: Hashable, Sendable, Codable {
    public var id: MessageID
    public var author: UserID
    /// What they were called when they said or changed it.
    public var authorName: String
    public var text: String
    public var saidAt: Date
    /// Nil where it stands as it was said.
    public var editedAt: Date?

    public init(id: MessageID, author: UserID, authorName: String, text: String, saidAt: Date, editedAt: Date? = nil) {
        self.id = id
        self.author = author
        self.authorName = authorName
        self.text = text
        self.saidAt = saidAt
        self.editedAt = editedAt
    }
}
