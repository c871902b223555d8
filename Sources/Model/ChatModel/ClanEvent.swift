public import Foundation

/// An event of a clan's calendar: a meeting in a voice channel, or at an address.
public struct ClanEvent: Hashable, Sendable, Codable {
    /// The progress of an event, as the server reports it.
    @nonexhaustive
    public enum Status: String, Hashable, Sendable, Codable {
        /// The event has not begun.
        case upcoming
        /// The event is taking place.
        case ongoing
        /// The event is over.
        case finished
    }

    /// The id of the event.
    public var id: Int64
    /// The clan.
    public var clan: ClanID
    /// The title.
    public var title: String
    /// The description; may be empty.
    public var summary: String
    /// The address; empty if the event takes place in a voice channel.
    public var address: String
    /// The voice channel in which it takes place; zero for none.
    public var voiceChannel: ChannelID
    /// The text channel whose members it is for; zero for the whole clan.
    public var channel: ChannelID
    /// The user who created it.
    public var creator: UserID
    /// The start; nil if the server reports none.
    public var startsAt: Date?
    /// The end; nil if the server reports none.
    public var endsAt: Date?
    /// The progress; nil if the server reports none.
    public var status: Status?

    /// Creates an event.
    public init(
        id: Int64, clan: ClanID, title: String, summary: String = "", address: String = "", voiceChannel: ChannelID = 0,
        channel: ChannelID = 0, creator: UserID = 0, startsAt: Date? = nil, endsAt: Date? = nil, status: Status? = nil
    ) {
        self.id = id
        self.clan = clan
        self.title = title
        self.summary = summary
        self.address = address
        self.voiceChannel = voiceChannel
        self.channel = channel
        self.creator = creator
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.status = status
    }

    /// The channel whose readers see the event: the text channel it is for, or else the voice channel; zero for the whole clan.
    package var place: ChannelID { channel.isNone ? voiceChannel : channel }
}

/// A change to an event of a clan's calendar.
public struct ClanEventChange: Hashable, Sendable, Codable {
    /// The kinds of changes.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The event was created.
        case created
        /// The event was changed, or its progress was.
        case updated
        /// The event was deleted.
        case deleted
        /// A user became interested in the event.
        case interested
        /// A user is no longer interested in the event.
        case uninterested
    }

    /// The kind of the change.
    public var kind: Kind
    /// The event after the change; before it for a deletion.
    public var event: ClanEvent
    /// The user who made the change; zero if the server reports none.
    public var user: UserID

    /// Creates a change.
    public init(_ kind: Kind, _ event: ClanEvent, by user: UserID = 0) {
        self.kind = kind
        self.event = event
        self.user = user
    }
}
