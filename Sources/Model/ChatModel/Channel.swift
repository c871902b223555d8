/// A channel of a clan, a thread, a group or a direct message channel.
public struct Channel: Hashable, Sendable, Codable {
    /// The channel's id.
    public var id: ChannelID
    /// The clan; zero for direct messages and groups.
    public var clan: ClanID
    /// The parent channel of a thread; zero for none.
    public var parent: ChannelID
    /// The kind of channel.
    public var kind: ChannelKind
    /// The displayed name.
    public var label: String
    /// The category; zero if there is none or if it is unknown.
    public var category: CategoryID
    /// The category's displayed name; empty if there is none or if it is unknown.
    public var categoryName: String
    /// A Boolean value that indicates whether only some members of the clan see the channel.
    public var isPrivate: Bool
    /// The latest message that the server reports for the channel; zero if it reports none.
    public var lastMessage: MessageID
    /// The other user of a direct message channel; zero for every other channel, or if unknown.
    public var partner: UserID
    /// The user who opened the channel or thread; `nil` if it is unknown.
    public var creator: UserID?

    /// Creates a channel.
    public init(
        id: ChannelID, clan: ClanID, parent: ChannelID = 0, kind: ChannelKind = .text, label: String,
        category: CategoryID = 0, categoryName: String = "", isPrivate: Bool = false, lastMessage: MessageID = 0,
        partner: UserID = 0, creator: UserID? = nil
    ) {
        self.id = id
        self.clan = clan
        self.parent = parent
        self.kind = kind
        self.label = label
        self.category = category
        self.categoryName = categoryName
        self.isPrivate = isPrivate
        self.lastMessage = lastMessage
        self.partner = partner
        self.creator = creator
    }

    /// The stream mode of the channel's kind.
    public var mode: StreamMode { kind.mode }
    /// A Boolean value that indicates whether the channel is a thread, even if its parent is unknown.
    package var isThread: Bool { kind == .thread || !parent.isNone }
    /// The channel itself and, for a public thread, its parent. A private thread stands for itself only.
    package var places: Set<ChannelID> { isPrivate || parent.isNone ? [id] : [id, parent] }
    /// The value of `is_public` in the protocol: never true outside a clan.
    public var isPublic: Bool { !isPrivate && !clan.isNone }
}

/// The kind of a channel, as a number of Mezon's protocol. Kinds of newer servers keep their number.
public struct ChannelKind: RawRepresentable, Hashable, Sendable, Codable {
    /// The number in the protocol.
    public let rawValue: Int32
    /// Creates a kind from its number in the protocol.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// A text channel of a clan.
    public static let text = ChannelKind(rawValue: 1)
    /// A group of users outside any clan.
    public static let group = ChannelKind(rawValue: 2)
    /// A direct message channel.
    public static let direct = ChannelKind(rawValue: 3)
    /// A forum channel.
    public static let forum = ChannelKind(rawValue: 5)
    /// A streaming channel.
    public static let streaming = ChannelKind(rawValue: 6)
    /// A thread below a channel.
    public static let thread = ChannelKind(rawValue: 7)
    /// An app channel.
    public static let app = ChannelKind(rawValue: 8)
    /// An announcement channel.
    public static let announcement = ChannelKind(rawValue: 9)
    /// A voice channel.
    public static let voice = ChannelKind(rawValue: 10)

    /// The stream mode of the kind (Documentation/Protocol.md §3.4; announcements count as channels).
    public var mode: StreamMode {
        switch self {
        case .group: .group
        case .direct: .direct
        case .thread: .thread
        default: .channel
        }
    }
}

/// The kind of stream that a message belongs to: 2 channel, 3 group, 4 direct, 5 clan, 6 thread.
public struct StreamMode: RawRepresentable, Hashable, Sendable, Codable {
    /// The number in the protocol.
    public let rawValue: Int32
    /// Creates a mode from its number in the protocol.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The messages of a clan's channel.
    public static let channel = StreamMode(rawValue: 2)
    /// The messages of a group.
    public static let group = StreamMode(rawValue: 3)
    /// Direct messages.
    public static let direct = StreamMode(rawValue: 4)
    /// The messages of a whole clan.
    public static let clan = StreamMode(rawValue: 5)
    /// The messages of a thread.
    public static let thread = StreamMode(rawValue: 6)
}

/// A clan: a community with its own channels, members and roles.
package struct Clan: Hashable, Sendable, Codable {
    /// The clan's id.
    package var id: ClanID
    /// The displayed name.
    package var name: String

    /// Creates a clan.
    package init(id: ClanID, name: String) {
        self.id = id
        self.name = name
    }
}
