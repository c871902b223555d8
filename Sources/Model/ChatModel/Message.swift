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
    /// The poll in the message; nil if it contains none.
    public var poll: PostedPoll? { code == .poll || content.extras["question"] != nil ? PostedPoll(content) : nil }
    /// The place of a location message; nil for any other, and if it cannot be read.
    public var location: Location? { code == .location ? content.location : nil }
    /// The user's card in the message; nil if it contains none.
    public var contact: ContactCard? { content.contact }

    /// The text as people read it: that of a poll has the answers, that of a contact is the name.
    package var readableText: String { poll?.text ?? contact?.text ?? text }

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
