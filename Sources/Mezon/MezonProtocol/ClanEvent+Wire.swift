package import ChatModel
import Foundation

extension DecodedPush {
    /// Decodes a change to an event of a clan's calendar; one of an unknown kind is unknown.
    static func clanEvent(_ wire: ApiCreateEventRequest) -> DecodedPush {
        guard let kind = ClanEventChange.Kind(wire: wire.action) else { return .event(.unknown(field: 44)) }
        let event = ClanEvent(
            id: wire.eventID, clan: ClanID(wire.clanID), title: wire.title, summary: wire.description_p, address: wire.address,
            voiceChannel: ChannelID(wire.channelVoiceID), channel: ChannelID(wire.channelID), creator: UserID(wire.creatorID),
            startsAt: Date(wireSeconds: wire.startTimeSeconds), endsAt: Date(wireSeconds: wire.endTimeSeconds),
            status: ClanEvent.Status(wire: wire.eventStatus))
        let user = wire.userID == 0 && kind == .created ? wire.creatorID : wire.userID
        return .event(.clanEventChanged(ClanEventChange(kind, event, by: UserID(user))))
    }
}

extension ClanEvent {
    /// Creates an event of a list that the server returned.
    package init(wire: ApiEventManagement) {
        self.init(
            id: wire.id, clan: ClanID(wire.clanID), title: wire.title, summary: wire.description_p, address: wire.address,
            voiceChannel: ChannelID(wire.channelVoiceID), channel: ChannelID(wire.channelID), creator: UserID(wire.creatorID),
            startsAt: Date(wireSeconds: wire.startTimeSeconds), endsAt: Date(wireSeconds: wire.endTimeSeconds),
            status: Status(wire: wire.eventStatus))
    }
}

extension VoiceChannelUsers {
    /// Creates a room of a list that the server returned, in which users are given as texts.
    package init(wire: ApiVoiceChannelUser) {
        self.init(
            channel: ChannelID(wire.channelID),
            users: wire.userIds.prefix(EventLimits.users).compactMap { Int64($0) }.map { UserID($0) })
    }
}

extension ClanEventChange.Kind {
    fileprivate init?(wire: Int32) {
        switch wire {
        case 1: self = .created
        case 2: self = .updated
        case 3: self = .deleted
        case 4: self = .interested
        case 5: self = .uninterested
        default: return nil
        }
    }
}

extension ClanEvent.Status {
    fileprivate init?(wire: Int32) {
        switch wire {
        case 1: self = .upcoming
        case 2: self = .ongoing
        case 3: self = .finished
        default: return nil
        }
    }
}

extension Date {
    /// Creates a time; nil for zero, which means none.
    fileprivate init?(wireSeconds: UInt32) {
        guard wireSeconds != 0 else { return nil }
        self.init(timeIntervalSince1970: Double(wireSeconds))
    }
}
