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
            $0.clanUsers = clan.members.sorted().compactMap { people[$0] }.map { person in
                .with {
                    $0.user = person.user(isOnline: online.contains(person.id))
                    $0.user.joinTimeSeconds = clan.joinedAt[person.id].map(Self.seconds) ?? 0
                    $0.roleID = clan.roleIDs(of: person.id)
                    $0.clanID = clan.id.rawValue
                }
            }
        }
    }

    /// An application by its id, which is that of its account.
    func app(_ wire: ApiApp) throws(GatewayRequestError) -> ApiApp {
        guard let person = people[UserID(wire.id)], person.isApp else { throw GatewayRequestError.notFound }
        return .with {
            $0.id = person.id.rawValue
            $0.appname = person.name
        }
    }

    /// Takes people out of a clan; everybody may take out themselves.
    mutating func removeFromClan(_ wire: ApiRemoveClanUsersRequest, by user: UserID) throws(GatewayRequestError) -> [GatewayPush]
    {
        let clan = try clan(ClanID(wire.clanID), for: user)
        let users = wire.userIds.map { UserID($0) }
        if users != [user] { try require(.manageClan, of: user, in: clan.id) }
        guard !users.contains(clan.owner) else { throw GatewayRequestError.permissionDenied }
        guard !users.isEmpty, users.allSatisfy(clan.members.contains) else { throw GatewayRequestError.notFound }
        // Found before they are gone: those who go hear it too.
        let receivers = listeners(of: clan)
        for user in users { clans[clan.id]?.remove(user) }
        for room in rooms.values where room.channel.clan == clan.id { rooms[room.channel.id]?.members.subtract(users) }
        subscriptions.forgetListeners()
        let removed = RtUserClanRemoved.with {
            $0.clanID = clan.id.rawValue
            $0.userIds = users.map(\.rawValue)
        }
        return [GatewayPush(message: .userClanRemovedEvent(removed), receivers: receivers)]
    }

    /// Makes somebody a member of a clan, and with it of all its public channels.
    mutating func welcome(_ person: GatewayUser, to id: ClanID, at now: Date) -> [GatewayPush] {
        guard let clan = clans[id], !clan.members.contains(person.id) else { return [] }
        clans[id]?.add(person.id, at: now)
        subscriptions.forgetListeners()
        let added = RtAddClanUserEvent.with {
            $0.clanID = id.rawValue
            $0.user = person.profile
            $0.invitor = clan.owner.description
        }
        // Who is added hears it too, though they have not joined the clan yet: the SDKs join it because of this.
        let newcomer = connections(of: [person.id])
        return [
            GatewayPush(
                message: .addClanUserEvent(added), receivers: listeners(of: clan).filter { !newcomer.contains($0) } + newcomer)
        ]
    }
}
