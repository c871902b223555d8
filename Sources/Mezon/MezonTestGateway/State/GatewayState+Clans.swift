import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    func clanList(for user: UserID) -> ApiClanDescList {
        .with {
            $0.clandesc = clans.values.filter { $0.members.contains(user) }.sorted { $0.id < $1.id }.map(\.description)
        }
    }

    func clanUsers(_ wire: ApiListClanUsersRequest, by user: UserID) throws(GatewayRequestError) -> ApiClanUserList {
        let clan = try clan(ClanID(wire.clanID), for: user)
        let online = subscriptions.usersOnline
        return .with {
            $0.clanID = clan.id.rawValue
            $0.clanUsers = clan.members.sorted().compactMap { usersByID[$0] }.map { member in
                .with {
                    $0.user = member.user(isOnline: online.contains(member.id))
                    $0.user.joinTimeSeconds = clan.joinedAt[member.id].map(Self.seconds) ?? 0
                    $0.roleID = clan.roleIDs(of: member.id)
                    $0.clanNick = clan.nicknames[member.id] ?? ""
                    $0.clanID = clan.id.rawValue
                }
            }
        }
    }

    /// Changes the caller's own nickname in a clan; an empty one is removed. There is no request for those of others.
    mutating func updateProfile(_ wire: ApiUpdateClanProfileRequest, by user: UserID) throws(GatewayRequestError)
        -> [GatewayPush]
    {
        let clan = try clan(ClanID(wire.clanID), for: user)
        guard wire.hasNickName else { return [] }
        guard wire.nickName.value.utf8.count <= 200 else {
            throw GatewayRequestError.invalid("a nickname has at most 200 bytes")
        }
        clans[clan.id]?.nicknames[user] = wire.nickName.value.isEmpty ? nil : wire.nickName.value
        let event = RtClanProfileUpdatedEvent.with {
            $0.userID = user.rawValue
            $0.clanNick = wire.nickName.value
            $0.clanID = clan.id.rawValue
        }
        let receivers = subscriptions.connections { $0.clans.contains(clan.id) && clan.members.contains($0.user) }
        return [GatewayPush(message: .clanProfileUpdatedEvent(event), receivers: receivers)]
    }

    /// Returns an application by its id, which is the id of its account.
    func app(_ wire: ApiApp) throws(GatewayRequestError) -> ApiApp {
        guard let user = usersByID[UserID(wire.id)], user.isApp else { throw GatewayRequestError.notFound }
        return .with {
            $0.id = user.id.rawValue
            $0.appname = user.name
        }
    }

    /// Removes users from a clan. Users may always remove themselves.
    mutating func removeFromClan(_ wire: ApiRemoveClanUsersRequest, by user: UserID) throws(GatewayRequestError) -> [GatewayPush]
    {
        let clan = try clan(ClanID(wire.clanID), for: user)
        let users = wire.userIds.map { UserID($0) }
        if users != [user] { try require(.manageClan, of: user, in: clan.id) }
        guard !users.contains(clan.owner) else { throw GatewayRequestError.permissionDenied }
        guard !users.isEmpty, users.allSatisfy(clan.members.contains) else { throw GatewayRequestError.notFound }
        // Determined before the removal, so that the removed users receive the event, too.
        let receivers = listeners(of: clan)
        for user in users { clans[clan.id]?.remove(user) }
        for room in rooms.values where room.channel.clan == clan.id { rooms[room.channel.id]?.members.subtract(users) }
        subscriptions.invalidateListeners()
        let removed = RtUserClanRemoved.with {
            $0.clanID = clan.id.rawValue
            $0.userIds = users.map(\.rawValue)
        }
        return [GatewayPush(message: .userClanRemovedEvent(removed), receivers: receivers)]
    }

    /// Adds a user to a clan, and thereby to all its public channels.
    mutating func addMember(_ user: GatewayUser, to id: ClanID, at now: Date) -> [GatewayPush] {
        guard let clan = clans[id], !clan.members.contains(user.id) else { return [] }
        clans[id]?.add(user.id, at: now)
        subscriptions.invalidateListeners()
        let added = RtAddClanUserEvent.with {
            $0.clanID = id.rawValue
            $0.user = user.profile
            $0.invitor = clan.owner.description
        }
        // The new member receives the event before joining the clan: the SDKs join it because of this event.
        let newcomer = connections(of: [user.id])
        return [
            GatewayPush(
                message: .addClanUserEvent(added), receivers: listeners(of: clan).filter { !newcomer.contains($0) } + newcomer)
        ]
    }
}
