public import Foundation

/// A chat message as it stands at one moment of its life.
public struct Message: Hashable, Sendable, Codable {
    public var id: MessageID
    public var clan: ClanID
    public var channel: ChannelID
    public var author: Author
    public var code: MessageCode
    public var content: Content
    public var mentions: [Mention]
    public var attachments: [Attachment]
    /// The messages that this one answers: none or one in practice.
    public var references: [Reference]
    public var reactions: [Reaction]
    public var mode: StreamMode
    public var isPublic: Bool
    /// The side discussion it belongs to; zero for none.
    public var topic: TopicID
    public var channelLabel: String
    public var createdAt: Date
    /// When it was last edited; `createdAt` for a message that never was.
    public var updatedAt: Date

    public init(
        id: MessageID, clan: ClanID, channel: ChannelID, author: Author, code: MessageCode = .chat, content: Content,
        mentions: [Mention] = [], attachments: [Attachment] = [], references: [Reference] = [], reactions: [Reaction] = [],
        mode: StreamMode = .channel, isPublic: Bool = true, topic: TopicID = 0, channelLabel: String = "",
        createdAt: Date, updatedAt: Date? = nil
    ) {
        self.id = id
        self.clan = clan
        self.channel = channel
        self.author = author
        self.code = code
        self.content = content
        self.mentions = mentions
        self.attachments = attachments
        self.references = references
        self.reactions = reactions
        self.mode = mode
        self.isPublic = isPublic
        self.topic = topic
        self.channelLabel = channelLabel
        self.createdAt = createdAt
        self.updatedAt = updatedAt ?? createdAt
    }

    public var text: String { content.text }

    /// Whether it was said by a program, or so that nobody answers by themselves: then bots let it be, and so do rules that only talk.
    /// On Mezon the code says nothing, so that nobody there hides behind it.
    package var isAutomatic: Bool { code == .automatic && channel.isForeign }

    /// Whether it only tells who came, went, or changed the room.
    package var isRoomChange: Bool { code == .welcome || code == .roomChange && channel.isForeign }

    /// Whether a person is mentioned by id; a mention of a role or of everyone does not count.
    public func mentions(_ user: UserID) -> Bool { mentions.contains { $0.user == user } }
}

/// Who wrote a message, as their account and the clan name them.
public struct Author: Hashable, Sendable, Codable {
    public var id: UserID
    public var username: String
    public var displayName: String
    public var clanNick: String
    public var avatar: String

    public init(id: UserID, username: String, displayName: String = "", clanNick: String = "", avatar: String = "") {
        self.id = id
        self.username = username
        self.displayName = displayName
        self.clanNick = clanNick
        self.avatar = avatar
    }

    /// The name that people see in this clan: the nick, else the display name, else the account's name.
    public var name: String { !clanNick.isEmpty ? clanNick : !displayName.isEmpty ? displayName : username }
}

/// What kind of message it is. Kinds of newer servers keep their number.
public struct MessageCode: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let chat = MessageCode(rawValue: 0)
    public static let update = MessageCode(rawValue: 1)
    public static let remove = MessageCode(rawValue: 2)
    public static let typing = MessageCode(rawValue: 3)
    public static let indicator = MessageCode(rawValue: 4)
    /// The server says in a clan's channel that somebody has come.
    public static let welcome = MessageCode(rawValue: 5)
    public static let buzz = MessageCode(rawValue: 8)
    public static let ephemeral = MessageCode(rawValue: 12)
    public static let contact = MessageCode(rawValue: 16)
    public static let location = MessageCode(rawValue: 17)
    public static let poll = MessageCode(rawValue: 18)
    /// The house's own, where Mezon's do not come: said on another network by a program, or so that nobody answers by themselves.
    package static let automatic = MessageCode(rawValue: 1 << 20)
    /// The house's own: who is in a room of another network, or its topic, has changed. Whose doing it is says the author.
    package static let roomChange = MessageCode(rawValue: 1 << 20 | 1)

    /// Whether a person said it; the others are notices that the server writes into a channel (welcome, pin, audit…).
    public var isSpeech: Bool { [.chat, .buzz, .contact, .location, .poll, .automatic].contains(self) }
}

/// A mention of a user or a role, with the stretch of text that shows it, `@` included.
public struct Mention: Hashable, Sendable, Codable {
    /// Mezon's stand-in account for `@here`.
    public static let everyone: UserID = 1_775_731_111_020_111_321

    public var user: UserID
    public var username: String
    public var role: RoleID
    public var roleName: String
    public var range: TextRange

    public init(user: UserID, username: String = "", range: TextRange) {
        self.init(user: user, username: username, role: 0, roleName: "", range: range)
    }

    public init(user: UserID, username: String, role: RoleID, roleName: String, range: TextRange) {
        self.user = user
        self.username = username
        self.role = role
        self.roleName = roleName
        self.range = range
    }
}

public struct Attachment: Hashable, Sendable, Codable {
    public var filename: String
    public var url: String
    /// A MIME type, or one of the words `image`, `video`, `audio`, `doc`.
    public var mediaType: String
    public var sizeInBytes: Int
    public var width: Int
    public var height: Int

    public init(filename: String, url: String, mediaType: String, sizeInBytes: Int = 0, width: Int = 0, height: Int = 0) {
        self.filename = filename
        self.url = url
        self.mediaType = mediaType
        self.sizeInBytes = sizeInBytes
        self.width = width
        self.height = height
    }
}

/// The message that is answered, quoted in the answer.
public struct Reference: Hashable, Sendable, Codable {
    public var message: MessageID
    public var sender: UserID
    public var senderName: String
    public var senderAvatar: String
    public var content: Content
    public var hasAttachment: Bool

    public init(
        message: MessageID, sender: UserID, senderName: String = "", senderAvatar: String = "", content: Content = Content(""),
        hasAttachment: Bool = false
    ) {
        self.message = message
        self.sender = sender
        self.senderName = senderName
        self.senderAvatar = senderAvatar
        self.content = content
        self.hasAttachment = hasAttachment
    }

    /// Quotes a message as the official clients do: its author by the name that the clan shows.
    public init(to message: Message) {
        self.init(
            message: message.id, sender: message.author.id, senderName: message.author.name, senderAvatar: message.author.avatar,
            content: Content(message.content.text, markup: message.content.markup), hasAttachment: !message.attachments.isEmpty)
    }
}

/// Somebody's emoji on a message, put there or taken back.
public struct Reaction: Hashable, Sendable, Codable {
    public var emoji: String
    public var emojiID: EmojiID
    public var sender: UserID
    public var senderName: String
    public var isRemoval: Bool
    public var count: Int
    public var clan: ClanID
    public var channel: ChannelID
    public var message: MessageID
    /// Who wrote the message that is reacted to.
    public var messageAuthor: UserID

    public init(
        emoji: String, emojiID: EmojiID = 0, sender: UserID, senderName: String = "", isRemoval: Bool = false, count: Int = 1,
        clan: ClanID, channel: ChannelID, message: MessageID, messageAuthor: UserID
    ) {
        self.emoji = emoji
        self.emojiID = emojiID
        self.sender = sender
        self.senderName = senderName
        self.isRemoval = isRemoval
        self.count = count
        self.clan = clan
        self.channel = channel
        self.message = message
        self.messageAuthor = messageAuthor
    }
}
