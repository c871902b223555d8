package import MezonModel

/// What a call says, as a message can say it. None of its text notifies anybody, whatever it looks like.
package struct WebhookMessage: Hashable, Sendable {
    /// Whom the call names as its author.
    package var author: String?
    /// The address of a picture.
    package var avatar: String?
    package var content: Content
    /// By their addresses: nothing was fetched.
    package var attachments: [Attachment]
    /// The whole body, where it is JSON.
    package var json: JSONValue?

    package init(
        author: String? = nil, avatar: String? = nil, content: Content, attachments: [Attachment] = [], json: JSONValue? = nil
    ) {
        self.author = author
        self.avatar = avatar
        self.content = content
        self.attachments = attachments
        self.json = json
    }
}
