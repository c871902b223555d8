public import Foundation

/// A chat message in one of its versions. An edit is a message with the same id, new content and a later `updatedAt`.
public struct Message: Hashable, Sendable, Codable {
    /// The values of the properties. Copies of a message share them: each step of the message path copies it.
    ///
    /// Readers in other modules are inlined, so that reading one property copies no other.
    @usableFromInline struct Values: Hashable, Sendable, Codable {
        @usableFromInline var id: MessageID
        @usableFromInline var clan: ClanID
        @usableFromInline var channel: ChannelID
        @usableFromInline var author: Author
        @usableFromInline var code: MessageCode
        @usableFromInline var content: Content
        @usableFromInline var mentions: [Mention]
        @usableFromInline var attachments: [Attachment]
        @usableFromInline var references: [Reference]
        @usableFromInline var reactions: [Reaction]
        @usableFromInline var mode: StreamMode
        @usableFromInline var isPublic: Bool
        @usableFromInline var topic: TopicID
        @usableFromInline var channelLabel: String
        @usableFromInline var createdAt: Date
        @usableFromInline var updatedAt: Date
    }

    @usableFromInline final class Storage: Sendable {
        @usableFromInline let values: Values
        init(_ values: Values) { self.values = values }
    }

    @usableFromInline var storage: Storage

    /// The message's id.
    public var id: MessageID {
        @inlinable get { storage.values.id }
        set { change { $0.id = newValue } }
    }
    /// The clan; zero for direct messages and groups.
    public var clan: ClanID {
        @inlinable get { storage.values.clan }
        set { change { $0.clan = newValue } }
    }
    /// The channel.
    public var channel: ChannelID {
        @inlinable get { storage.values.channel }
        set { change { $0.channel = newValue } }
    }
    /// The author.
    public var author: Author {
        @inlinable get { storage.values.author }
        set { change { $0.author = newValue } }
    }
    /// The kind of message.
    public var code: MessageCode {
        @inlinable get { storage.values.code }
        set { change { $0.code = newValue } }
    }
    /// The text, markup and further content.
    public var content: Content {
        @inlinable get { storage.values.content }
        set { change { $0.content = newValue } }
    }
    /// The mentions of users and roles.
    public var mentions: [Mention] {
        @inlinable get { storage.values.mentions }
        set { change { $0.mentions = newValue } }
    }
    /// The attached files.
    public var attachments: [Attachment] {
        @inlinable get { storage.values.attachments }
        set { change { $0.attachments = newValue } }
    }
    /// The messages that this one replies to: at most one in practice.
    public var references: [Reference] {
        @inlinable get { storage.values.references }
        set { change { $0.references = newValue } }
    }
    /// The reactions to the message.
    public var reactions: [Reaction] {
        @inlinable get { storage.values.reactions }
        set { change { $0.reactions = newValue } }
    }
    /// The kind of stream that the message belongs to.
    public var mode: StreamMode {
        @inlinable get { storage.values.mode }
        set { change { $0.mode = newValue } }
    }
    /// A Boolean value that indicates whether the channel is public in its clan.
    public var isPublic: Bool {
        @inlinable get { storage.values.isPublic }
        set { change { $0.isPublic = newValue } }
    }
    /// The topic that the message belongs to; zero for none.
    public var topic: TopicID {
        @inlinable get { storage.values.topic }
        set { change { $0.topic = newValue } }
    }
    /// The channel's displayed name; may be empty.
    public var channelLabel: String {
        @inlinable get { storage.values.channelLabel }
        set { change { $0.channelLabel = newValue } }
    }
    /// The time at which the message was sent.
    public var createdAt: Date {
        @inlinable get { storage.values.createdAt }
        set { change { $0.createdAt = newValue } }
    }
    /// The time of the last edit; equal to `createdAt` if the message was never edited.
    public var updatedAt: Date {
        @inlinable get { storage.values.updatedAt }
        set { change { $0.updatedAt = newValue } }
    }

    /// Creates a message. `updatedAt` defaults to `createdAt`.
    public init(
        id: MessageID, clan: ClanID, channel: ChannelID, author: Author, code: MessageCode = .chat, content: Content,
        mentions: [Mention] = [], attachments: [Attachment] = [], references: [Reference] = [], reactions: [Reaction] = [],
        mode: StreamMode = .channel, isPublic: Bool = true, topic: TopicID = 0, channelLabel: String = "",
        createdAt: Date, updatedAt: Date? = nil
    ) {
        storage = Storage(
            Values(
                id: id, clan: clan, channel: channel, author: author, code: code, content: content, mentions: mentions,
                attachments: attachments, references: references, reactions: reactions, mode: mode, isPublic: isPublic,
                topic: topic, channelLabel: channelLabel, createdAt: createdAt, updatedAt: updatedAt ?? createdAt))
    }

    /// Decodes a message from an object with its properties.
    public init(from decoder: any Decoder) throws { storage = Storage(try Values(from: decoder)) }

    /// Encodes a message as an object with its properties.
    public func encode(to encoder: any Encoder) throws { try storage.values.encode(to: encoder) }

    /// Returns whether two messages have equal properties.
    public static func == (one: Message, other: Message) -> Bool {
        one.storage === other.storage || one.storage.values == other.storage.values
    }

    /// Hashes the properties.
    public func hash(into hasher: inout Hasher) { storage.values.hash(into: &hasher) }

    private mutating func change(_ change: (inout Values) -> Void) {
        var values = storage.values
        change(&values)
        storage = Storage(values)
    }

    /// The plain text.
    public var text: String { content.text }

    /// A Boolean value that indicates whether the message was sent by a program or asks not to be answered automatically: bots
    /// and rules that only send messages then ignore it. On Mezon itself the code has no such meaning, so that no one can avoid
    /// moderation with it.
    package var isAutomatic: Bool { code == .automatic && channel.isExternal }

    /// A Boolean value that indicates whether the message only reports that a user joined or left, or that the channel was
    /// changed.
    package var isRoomChange: Bool { code == .welcome || code == .roomChange && channel.isExternal }

    /// Returns whether a user is mentioned by id; mentions of a role or of everyone do not count.
    public func mentions(_ user: UserID) -> Bool { mentions.contains { $0.user == user } }
}

extension Message: CustomReflectable {
    /// The properties, so that a printed message shows them.
    public var customMirror: Mirror {
        Mirror(self, children: Mirror(reflecting: storage.values).children, displayStyle: .struct)
    }
}

/// The author of a message, with the names of their account and of the clan.
public struct Author: Hashable, Sendable, Codable {
    /// The user's id.
    public var id: UserID
    /// The account's name.
    public var username: String
    /// The account's display name; may be empty.
    public var displayName: String
    /// The nickname in the clan; may be empty.
    public var clanNick: String
    /// The address of the avatar image; may be empty.
    public var avatar: String

    /// Creates an author.
    public init(id: UserID, username: String, displayName: String = "", clanNick: String = "", avatar: String = "") {
        self.id = id
        self.username = username
        self.displayName = displayName
        self.clanNick = clanNick
        self.avatar = avatar
    }

    /// The name that users see in this clan: the nickname, or else the display name, or else the account's name.
    public var name: String { !clanNick.isEmpty ? clanNick : !displayName.isEmpty ? displayName : username }
}

/// The kind of a message, as a number of Mezon's protocol. Kinds of newer servers keep their number.
public struct MessageCode: RawRepresentable, Hashable, Sendable, Codable {
    /// The number in the protocol.
    public let rawValue: Int32
    /// Creates a kind from its number in the protocol.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// An ordinary message.
    public static let chat = MessageCode(rawValue: 0)
    /// An edit of a message.
    public static let update = MessageCode(rawValue: 1)
    /// The deletion of a message.
    public static let remove = MessageCode(rawValue: 2)
    /// A typing indicator.
    public static let typing = MessageCode(rawValue: 3)
    /// The protocol's `Indicator`.
    public static let indicator = MessageCode(rawValue: 4)
    /// The server's notice in a clan's channel that a user has joined.
    public static let welcome = MessageCode(rawValue: 5)
    /// A buzz message.
    public static let buzz = MessageCode(rawValue: 8)
    /// An ephemeral message, which only one user sees.
    public static let ephemeral = MessageCode(rawValue: 12)
    /// A shared contact.
    public static let contact = MessageCode(rawValue: 16)
    /// A shared location.
    public static let location = MessageCode(rawValue: 17)
    /// A poll.
    public static let poll = MessageCode(rawValue: 18)
    /// An application-defined kind outside Mezon's range: a message of another network sent by a program, or not to be answered
    /// automatically.
    package static let automatic = MessageCode(rawValue: 1 << 20)
    /// An application-defined kind: the members or the topic of a channel in another network have changed. The author is the user
    /// who caused it.
    package static let roomChange = MessageCode(rawValue: 1 << 20 | 1)

    /// A Boolean value that indicates whether a user sent the message; the other kinds are notices of the server (welcome, pin,
    /// audit…).
    public var isSpeech: Bool { [.chat, .buzz, .contact, .location, .poll, .automatic].contains(self) }
}

/// A mention of a user or a role, with the range of text that shows it, including the `@`.
public struct Mention: Hashable, Sendable, Codable {
    /// The account that Mezon uses for `@here`.
    public static let everyone: UserID = 1_775_731_111_020_111_321

    /// The mentioned user; zero for a mention of a role.
    public var user: UserID
    /// The user's name; may be empty.
    public var username: String
    /// The mentioned role; zero for a mention of a user.
    public var role: RoleID
    /// The role's name; may be empty.
    public var roleName: String
    /// The range in the message's text.
    public var range: TextRange

    /// Creates a mention of a user.
    public init(user: UserID, username: String = "", range: TextRange) {
        self.init(user: user, username: username, role: 0, roleName: "", range: range)
    }

    /// Creates a mention of a user or a role; the other of the two is zero.
    public init(user: UserID, username: String, role: RoleID, roleName: String, range: TextRange) {
        self.user = user
        self.username = username
        self.role = role
        self.roleName = roleName
        self.range = range
    }
}

/// The message that is replied to, as quoted in the reply.
public struct Reference: Hashable, Sendable, Codable {
    /// The quoted message.
    public var message: MessageID
    /// The author of the quoted message.
    public var sender: UserID
    /// The displayed name of the author.
    public var senderName: String
    /// The address of the author's avatar image.
    public var senderAvatar: String
    /// The quoted content.
    public var content: Content
    /// A Boolean value that indicates whether the quoted message has attachments.
    public var hasAttachment: Bool

    /// Creates a reference.
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

    /// Creates a reference to a message as the official clients do, with the author's name in the clan.
    public init(to message: Message) {
        self.init(
            message: message.id, sender: message.author.id, senderName: message.author.name, senderAvatar: message.author.avatar,
            content: Content(message.content.text, markup: message.content.markup), hasAttachment: !message.attachments.isEmpty)
    }
}

/// A user's emoji on a message, added or removed.
public struct Reaction: Hashable, Sendable, Codable {
    /// The emoji as text.
    public var emoji: String
    /// The id of the emoji; zero if unknown.
    public var emojiID: EmojiID
    /// The user who reacted.
    public var sender: UserID
    /// The user's name; may be empty.
    public var senderName: String
    /// A Boolean value that indicates whether the reaction was removed.
    public var isRemoval: Bool
    /// The count that the server reports with the reaction.
    public var count: Int
    /// The message's clan.
    public var clan: ClanID
    /// The message's channel.
    public var channel: ChannelID
    /// The message.
    public var message: MessageID
    /// The author of the message.
    public var messageAuthor: UserID

    /// Creates a reaction.
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
