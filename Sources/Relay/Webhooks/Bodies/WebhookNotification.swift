package import Foundation
package import MezonModel

/// What happened here, as others are told of it.
package struct WebhookNotification: Hashable, Sendable {
    /// As `type` says it to receivers of Standard Webhooks.
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

    package var deed: EventType
    package var at: Date
    /// As the other side knows it: by the id of the call that brought it.
    package var message: String
    package var channel: ChannelID
    package var clan: ClanID
    package var author: MessageSender
    package var content: Content
    package var attachments: [Attachment]
    /// As they are written, to stand before all else.
    package var headers: String
    /// The same of what it answers, where the other side knows it.
    package var answered: String?
    /// Of a reaction.
    package var emoji: String?

    package init(
        _ deed: EventType, at: Date, message: String, channel: ChannelID, clan: ClanID, author: MessageSender,
        content: Content = Content(""),
        attachments: [Attachment] = [], headers: String = "", answered: String? = nil, emoji: String? = nil
    ) {
        self.deed = deed
        self.at = at
        self.message = message
        self.channel = channel
        self.clan = clan
        self.author = author
        self.content = content
        self.attachments = attachments
        self.headers = headers
        self.answered = answered
        self.emoji = emoji
    }
}
