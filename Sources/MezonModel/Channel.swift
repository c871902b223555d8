/// A place to talk in: a clan's channel, a thread, a group or a direct conversation.
public struct Channel: Hashable, Sendable, Codable {
    public var id: ChannelID
    /// Zero for direct messages and groups.
    public var clan: ClanID
    /// The channel a thread hangs on; zero for none.
    public var parent: ChannelID
    public var kind: ChannelKind
    public var label: String
    /// Zero for none, and where nobody told us.
    public var category: CategoryID
    public var categoryName: String
    public var isPrivate: Bool
    /// The newest message that the server names for it; zero where it names none.
    public var lastMessage: MessageID
    /// Whom a direct conversation is with; zero for every other channel, and where nobody told us.
    public var partner: UserID

    public init(
        id: ChannelID, clan: ClanID, parent: ChannelID = 0, kind: ChannelKind = .text, label: String,
        category: CategoryID = 0, categoryName: String = "", isPrivate: Bool = false, lastMessage: MessageID = 0,
        partner: UserID = 0
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
    }

    public var mode: StreamMode { kind.mode }
    /// A Boolean value that indicates whether it is a thread, also where the channel it hangs on is not known.
    package var isThread: Bool { kind == .thread || !parent.isNone }
    /// The channel itself and, for a public thread, the channel it hangs on. A private thread belongs to itself alone.
    package var places: Set<ChannelID> { isPrivate || parent.isNone ? [id] : [id, parent] }
    /// What the wire calls `is_public`: never true outside a clan.
    public var isPublic: Bool { !isPrivate && !clan.isNone }
}

public struct ChannelKind: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let text = ChannelKind(rawValue: 1)
    public static let group = ChannelKind(rawValue: 2)
    public static let direct = ChannelKind(rawValue: 3)
    public static let forum = ChannelKind(rawValue: 5)
    public static let streaming = ChannelKind(rawValue: 6)
    public static let thread = ChannelKind(rawValue: 7)
    public static let app = ChannelKind(rawValue: 8)
    public static let announcement = ChannelKind(rawValue: 9)
    public static let voice = ChannelKind(rawValue: 10)

    /// The stream mode that belongs to a kind (protocol page §4.6; announcements count as channels).
    public var mode: StreamMode {
        switch self {
        case .group: .group
        case .direct: .direct
        case .thread: .thread
        default: .channel
        }
    }
}

/// How a message travels: 2 channel, 3 group, 4 direct, 5 clan, 6 thread.
public struct StreamMode: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let channel = StreamMode(rawValue: 2)
    public static let group = StreamMode(rawValue: 3)
    public static let direct = StreamMode(rawValue: 4)
    public static let clan = StreamMode(rawValue: 5)
    public static let thread = StreamMode(rawValue: 6)
}

public struct Clan: Hashable, Sendable, Codable {
    public var id: ClanID
    public var name: String

    public init(id: ClanID, name: String) {
        self.id = id
        self.name = name
    }
}
