import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Returns all channels and conversations that the caller can read.
    func ownChannels(of user: UserID) -> ApiChannelDescList {
        let own = rooms.values.filter { !$0.isArchived && reads(user, $0) }.sorted { $0.channel.id < $1.channel.id }
        return .with { $0.channeldesc = own.map { description(of: $0, for: user) } }
    }

    /// Returns the accounts that share a clan with the caller.
    func usersInSharedClans(of user: UserID) -> ApiAllUserClans {
        let members = clans.values.filter { $0.members.contains(user) }.reduce(into: Set<UserID>()) { $0.formUnion($1.members) }
        let online = subscriptions.usersOnline
        return .with {
            $0.users = members.sorted().compactMap { usersByID[$0] }.map { $0.user(isOnline: online.contains($0.id)) }
        }
    }

    func status(of user: UserID) -> ApiUserStatus {
        .with {
            $0.userID = user.rawValue
            $0.status = usersByID[user]?.status ?? ""
        }
    }

    /// Sets the caller's status text and pushes it to the caller's clans.
    mutating func setStatus(_ status: String, of user: UserID) throws(GatewayRequestError) -> [GatewayPush] {
        guard status.utf8.count <= 200 else { throw GatewayRequestError.invalid("a status has at most 200 bytes") }
        usersByID[user]?.status = status
        let event = RtUserStatusEvent.with {
            $0.userID = user.rawValue
            $0.customStatus = status
        }
        let shared = clans.values.filter { $0.members.contains(user) }
        let receivers = subscriptions.connections { subscription in
            subscription.user != user
                && shared.contains { subscription.clans.contains($0.id) && $0.members.contains(subscription.user) }
        }
        return [GatewayPush(message: .userStatusEvent(event), receivers: receivers)]
    }

    /// Returns a Boolean value that indicates whether a name is taken: by a clan, or with a clan id by one of its
    /// channels or categories.
    func isTaken(_ name: String, in clan: Int64, for user: UserID) throws(GatewayRequestError) -> Bool {
        guard clan != 0 else { return clans.values.contains { $0.name == name } }
        let clan = try self.clan(ClanID(clan), for: user)
        return clan.categories[name] != nil
            || rooms.values.contains { $0.channel.clan == clan.id && $0.channel.label == name && reads(user, $0) }
    }
}
