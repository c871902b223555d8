package import ChatModel

/// The message that a webhook contains. None of its text mentions a user, whatever it looks like.
package struct WebhookMessage: Hashable, Sendable {
    /// The author's name in the webhook.
    package var author: String?
    /// The URL of the author's avatar.
    package var avatar: String?
    package var content: Content
    /// Attachments by URL; nothing has been fetched.
    package var attachments: [Attachment]
    /// The whole body, if it is JSON.
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
