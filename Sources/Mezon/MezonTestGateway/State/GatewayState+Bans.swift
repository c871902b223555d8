import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Mutes users in a channel, which Mezon calls a ban (Documentation/Protocol.md §4.1).
    mutating func ban(_ wire: ApiBanClanUsersRequest, by user: UserID, at now: Date) throws(GatewayRequestError) -> [GatewayPush]
    {
        let room = try roomToModerate(wire, by: user)
        guard wire.banTime >= 0 else { throw GatewayRequestError.invalid("a ban lasts 0 seconds (forever) or more") }
        let users = wire.userIds.map { UserID($0) }
        guard users.allSatisfy({ reads($0, room) }) else { throw GatewayRequestError.notFound }
        guard !users.contains(where: { $0 == clans[room.channel.clan]?.owner }) else {
            throw GatewayRequestError.permissionDenied
        }
        let end = wire.banTime == 0 ? nil : now.addingTimeInterval(Double(wire.banTime))
        bans[room.channel.id, default: []].removeAll { users.contains($0.user) || $0.isOver(at: now) }
        for banned in Set(users).sorted() {
            bans[room.channel.id, default: []].append(
                Ban(user: banned, moderator: user, reason: String(wire.reason.prefix(500)), end: end))
        }
        return [banEvent(wire, isBan: true, in: room, by: user)]
    }

    mutating func unban(_ wire: ApiBanClanUsersRequest, by user: UserID) throws(GatewayRequestError) -> [GatewayPush] {
        let room = try roomToModerate(wire, by: user)
        let users = wire.userIds.map { UserID($0) }
        let banned = bans[room.channel.id] ?? []
        guard users.contains(where: { user in banned.contains { $0.user == user } }) else { throw GatewayRequestError.notFound }
        bans[room.channel.id] = banned.filter { !users.contains($0.user) }
        return [banEvent(wire, isBan: false, in: room, by: user)]
    }

    /// Returns the bans of a channel, or of all channels of the clan if the request names none.
    func banList(_ wire: ApiBannedUserListRequest, by user: UserID, at now: Date) throws(GatewayRequestError) -> ApiBannedUserList
    {
        let clan = try clan(ClanID(wire.clanID), for: user)
        try require(.manageChannel, of: user, in: clan.id)
        let channels = rooms.values.filter {
            $0.channel.clan == clan.id && (wire.channelID == 0 || $0.channel.id.rawValue == wire.channelID)
        }
        guard !channels.isEmpty else { throw GatewayRequestError.channelNotFound }
        return .with { list in
            for channel in channels.map(\.channel.id).sorted() {
                for ban in bans[channel] ?? [] where !ban.isOver(at: now) {
                    list.bannedUsers.append(
                        .with {
                            $0.channelID = channel.rawValue
                            $0.bannedID = ban.user.rawValue
                            $0.bannerID = ban.moderator.rawValue
                            $0.banTime = ban.secondsLeft(at: now)
                            $0.reason = ban.reason
                        })
                }
            }
        }
    }

    /// Reports whether the caller is banned from writing in a channel.
    func banState(_ wire: ApiIsBannedRequest, of user: UserID, at now: Date) throws(GatewayRequestError) -> ApiIsBannedResponse {
        let room = try room(ChannelID(wire.channelID), for: user)
        let ban = bans[room.channel.id]?.first { $0.user == user && !$0.isOver(at: now) }
        return .with {
            $0.isBanned = ban != nil
            $0.expiredBanTime = ban?.secondsLeft(at: now) ?? 0
        }
    }

    private func roomToModerate(_ wire: ApiBanClanUsersRequest, by user: UserID) throws(GatewayRequestError) -> ChannelState {
        let room = try room(ChannelID(wire.channelID), for: user)
        guard !room.isConversation else { throw GatewayRequestError.permissionDenied }
        try require(.manageChannel, of: user, in: room)
        guard !wire.userIds.isEmpty else { throw GatewayRequestError.invalid("the request names no user") }
        return room
    }

    private mutating func banEvent(_ wire: ApiBanClanUsersRequest, isBan: Bool, in room: ChannelState, by user: UserID)
        -> GatewayPush
    {
        let event = RtBannedUserEvent.with {
            $0.userIds = wire.userIds
            $0.action = isBan ? 1 : 0
            $0.bannerID = user.rawValue
            $0.channelID = room.channel.id.rawValue
            $0.clanID = room.channel.clan.rawValue
            $0.banTime = isBan ? wire.banTime : 0
        }
        return GatewayPush(message: .banUserEvent(event), receivers: listeners(of: room))
    }
}
