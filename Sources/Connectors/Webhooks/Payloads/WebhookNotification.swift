package import ChatModel
package import Foundation

/// An event of the application as a webhook reports it.
package struct WebhookNotification: Hashable, Sendable {
    /// The event type, with the `type` of Standard Webhooks as raw value.
    package enum EventType: String, Hashable, Sendable, CaseIterable {
        case created = "message.created"
        case updated = "message.updated"
        case deleted = "message.deleted"
        case reacted = "reaction.added"
        case unreacted = "reaction.removed"
    }

    package struct MessageSender: Hashable, Sendable {
        package var id: UserID
        package var name: String
        package var avatar: String

        package init(id: UserID, name: String, avatar: String = "") {
            self.id = id
            self.name = name
            self.avatar = avatar
        }
    }

    package var eventType: EventType
    package var at: Date
    /// The id by which the receiver knows the message: that of the webhook that delivered it.
    package var message: String
    package var channel: ChannelID
    package var clan: ClanID
    package var author: MessageSender
    package var content: Content
    package var attachments: [Attachment]
    /// The headers as written, before all other text.
    package var headers: String
    /// The receiver's id of the message that it replies to, if it has one.
    package var replyTo: String?
    /// The emoji of a reaction.
    package var emoji: String?

    package init(
        _ eventType: EventType, at: Date, message: String, channel: ChannelID, clan: ClanID, author: MessageSender,
        content: Content = Content(""),
        attachments: [Attachment] = [], headers: String = "", answered: String? = nil, emoji: String? = nil
    ) {
        self.eventType = eventType
        self.at = at
        self.message = message
        self.channel = channel
        self.clan = clan
        self.author = author
        self.content = content
        self.attachments = attachments
        self.headers = headers
        self.replyTo = answered
        self.emoji = emoji
    }
}
