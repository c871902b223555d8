import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Creates a channel, thread or group, or returns the direct conversation with a user, which is created if missing.
    mutating func createChannel(_ wire: ApiCreateChannelDescRequest, by user: UserID, at now: Date) throws(GatewayRequestError)
        -> GatewayReply<
            ApiChannelDescription
        >
    {
        guard rooms.count < limits.channels else {
            throw GatewayRequestError(status: 11, message: "there are at most \(limits.channels) channels")
        }
        let kind = ChannelKind(rawValue: wire.type)
        switch kind {
        case .direct, .group: return try createConversation(wire, kind, by: user, at: now)
        case .text, .thread, .forum, .streaming, .app, .announcement, .voice: break
        default: throw GatewayRequestError.invalid("there is no channel of type \(wire.type)")
        }
        let clan = try clan(ClanID(wire.clanID), for: user)
        if kind == .thread {
            _ = try room(ChannelID(wire.parentID), for: user)
        } else {
            try require(.manageChannel, of: user, in: clan.id)
        }
        try checkLabel(wire.channelLabel, in: clan.id)
        let isPrivate = wire.channelPrivate != 0
        let invited = Set(wire.userIds.map { UserID($0) })
        guard invited.isSubset(of: clan.members) else { throw GatewayRequestError.notFound }
        let parent = kind == .thread ? ChannelID(wire.parentID) : 0
        let category = rooms[parent]?.channel.category ?? CategoryID(wire.categoryID)
        guard category.isNone || clan.categories.values.contains(category) else { throw GatewayRequestError.notFound }
        let room = ChannelState(
            channel: Channel(
                id: ChannelID(nextID(at: now)), clan: clan.id, parent: parent, kind: kind, label: wire.channelLabel,
                category: category, categoryName: clan.categories.first { $0.value == category }?.key ?? "",
                isPrivate: isPrivate),
            creator: user, createdAt: now, members: isPrivate || kind == .thread ? invited.union([user]) : [])
        rooms[room.channel.id] = room
        return GatewayReply(description(of: room, for: user), [created(room, in: clan)] + added(to: room, by: user, at: now))
    }

    private mutating func createConversation(
        _ wire: ApiCreateChannelDescRequest, _ kind: ChannelKind, by user: UserID, at now: Date
    ) throws(GatewayRequestError) -> GatewayReply<ApiChannelDescription> {
        if kind == .direct, usersByID[user]?.isApp == true, !switches.directForApps { throw GatewayRequestError.permissionDenied }
        let members = Set(wire.userIds.map { UserID($0) }).union([user])
        guard members.allSatisfy({ usersByID[$0] != nil }) else { throw GatewayRequestError.notFound }
        guard !members.contains(where: { $0 != user && friends.isBlocked($0, user) }) else {
            throw GatewayRequestError.permissionDenied
        }
        guard kind == .direct ? members.count == 2 : (2...limits.groupMembers).contains(members.count) else {
            throw GatewayRequestError.invalid("a direct conversation has two members, a group 2 to \(limits.groupMembers)")
        }
        if kind == .direct, let existing = rooms.values.first(where: { $0.channel.kind == .direct && $0.members == members }) {
            return GatewayReply(description(of: existing, for: user))
        }
        let room = ChannelState(
            channel: Channel(id: ChannelID(nextID(at: now)), clan: 0, kind: kind, label: wire.channelLabel, isPrivate: true),
            creator: user, createdAt: now, members: members)
        rooms[room.channel.id] = room
        return GatewayReply(description(of: room, for: user), added(to: room, by: user, at: now))
    }

    func checkLabel(_ label: String, in clan: ClanID) throws(GatewayRequestError) {
        guard !label.isEmpty, label.utf8.count <= 200 else {
            throw GatewayRequestError.invalid("a channel needs a name of at most 200 bytes")
        }
        guard !rooms.values.contains(where: { $0.channel.clan == clan && $0.channel.label == label }) else {
            throw GatewayRequestError.exists("there is a channel '\(label)'")
        }
    }

    private func created(_ room: ChannelState, in clan: ClanState) -> GatewayPush {
        let event = RtChannelCreatedEvent.with {
            $0.clanID = clan.id.rawValue
            $0.creatorID = room.creator.rawValue
            $0.parentID = room.channel.parent.rawValue
            $0.channelID = room.channel.id.rawValue
            $0.categoryID = room.channel.category.rawValue
            $0.channelLabel = room.channel.label
            $0.channelPrivate = room.channel.isPrivate ? 1 : 0
            $0.channelType = room.channel.kind.rawValue
            $0.status = 1
            $0.clanName = clan.name
        }
        let receivers = subscriptions.connections { $0.clans.contains(clan.id) && reads($0.user, room) }
        return GatewayPush(message: .channelCreatedEvent(event), receivers: receivers)
    }

    /// Returns the event that reports the members of a private channel, thread or conversation to each of them.
    func added(to room: ChannelState, by user: UserID, at now: Date) -> [GatewayPush] {
        guard !room.members.isEmpty else { return [] }
        let event = RtUserChannelAdded.with {
            $0.channelDesc = description(of: room, for: 0)
            $0.users = room.members.sorted().compactMap { usersByID[$0]?.profile }
            $0.clanID = room.channel.clan.rawValue
            if let caller = usersByID[user] { $0.caller = caller.profile }
            $0.createTimeSeconds = Self.seconds(now)
            $0.active = 1
        }
        return [GatewayPush(message: .userChannelAddedEvent(event), receivers: connections(of: room.members))]
    }
}
