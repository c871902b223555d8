import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Returns the friends, requests and blocks of the caller; state 0 selects all of them, as in the web client.
    func friendList(_ wire: ApiListFriendsRequest, by user: UserID) throws(GatewayRequestError) -> ApiFriendList {
        guard (0...3).contains(wire.state) else { throw GatewayRequestError.invalid("state \(wire.state) is none of 0 to 3") }
        let after = UserID(wire.cursor) ?? 0
        let limit = try pageSize(wire.limit, default: 100, most: 1000)
        let all = friends.relations(of: user).filter {
            $0.other > after && (wire.state == 0 || $0.relation.state.rawValue == wire.state)
        }
        let online = subscriptions.usersOnline
        return .with { list in
            list.friends = all.prefix(limit).compactMap { entry in
                usersByID[entry.other].map { account in
                    .with {
                        $0.user = account.user(isOnline: online.contains(account.id))
                        $0.state = entry.relation.state.rawValue
                        $0.updateTimeSeconds = Self.seconds(entry.relation.changedAt)
                        $0.sourceID = entry.relation.source.rawValue
                    }
                }
            }
            if all.count > limit, let last = list.friends.last { list.cursor = "\(last.user.id)" }
        }
    }

    /// Sends friend requests to accounts, or accepts theirs; each account receives an event and a notification.
    mutating func addFriends(_ wire: ApiAddFriendsRequest, by user: UserID, at now: Date) throws(GatewayRequestError)
        -> GatewayReply<ApiAddFriendsResponse>
    {
        let others = try accounts(wire.ids, wire.usernames, for: user)
        var updated = friends
        // Either all requests are recorded, or none.
        let outcomes = try others.map { (other) throws(GatewayRequestError) in try updated.request(other.id, by: user, at: now) }
        friends = updated
        var pushes: [GatewayPush] = []
        for (other, outcome) in zip(others, outcomes) {
            guard outcome != .unchanged, let caller = usersByID[user] else { continue }
            let event = RtAddFriend.with {
                $0.userID = caller.id.rawValue
                $0.username = caller.name
                $0.displayName = caller.displayName
            }
            pushes.append(GatewayPush(message: .addFriend(event), receivers: connections(of: [other.id])))
            pushes += notify(
                [other.id], code: outcome == .requested ? .friendRequest : .friendAccepted,
                subject: outcome == .requested ? "\(caller.name) wants to be friends" : "\(caller.name) accepted", from: user,
                at: now)
        }
        let answer = ApiAddFriendsResponse.with {
            $0.ids = others.map(\.id.rawValue)
            $0.usernames = others.map(\.name)
        }
        return GatewayReply(answer, pushes)
    }

    mutating func deleteFriends(_ wire: ApiDeleteFriendsRequest, by user: UserID) throws(GatewayRequestError) -> [GatewayPush] {
        let others = try accounts(wire.ids, wire.usernames, for: user)
        var updated = friends
        for other in others { try updated.remove(other.id, by: user) }
        friends = updated
        let event = RtRemoveFriend.with { $0.userID = user.rawValue }
        return [GatewayPush(message: .removeFriend(event), receivers: connections(of: others.map(\.id)))]
    }

    /// Blocks accounts: they can no longer send friend requests or direct messages to the caller.
    mutating func blockFriends(_ wire: ApiBlockFriendsRequest, by user: UserID, at now: Date) throws(GatewayRequestError)
        -> [GatewayPush]
    {
        let own = connections(of: [user])
        var pushes: [GatewayPush] = []
        for other in try accounts(wire.ids, wire.usernames, for: user) {
            let wasFriend = friends.state(of: user, for: other.id) == .friend
            try friends.block(other.id, by: user, at: now)
            let blocked = RtBlockFriend.with { $0.userID = other.id.rawValue }
            pushes.append(GatewayPush(message: .blockFriend(blocked), receivers: own))
            guard wasFriend else { continue }
            // A blocked account learns only that the friendship ended.
            let removed = RtRemoveFriend.with { $0.userID = user.rawValue }
            pushes.append(GatewayPush(message: .removeFriend(removed), receivers: connections(of: [other.id])))
        }
        return pushes
    }

    mutating func unblockFriends(_ wire: ApiBlockFriendsRequest, by user: UserID) throws(GatewayRequestError) -> [GatewayPush] {
        let others = try accounts(wire.ids, wire.usernames, for: user)
        var updated = friends
        for other in others { try updated.unblock(other.id, by: user) }
        friends = updated
        let own = connections(of: [user])
        return others.map { other in
            let event = RtUnblockFriend.with {
                $0.userID = other.id.rawValue
                $0.username = other.name
                $0.displayName = other.displayName
            }
            return GatewayPush(message: .unBlockFriend(event), receivers: own)
        }
    }

    /// Returns the accounts that a request names by id or name, without duplicates; the caller is rejected.
    private func accounts(_ ids: [Int64], _ names: [String], for user: UserID) throws(GatewayRequestError) -> [GatewayUser] {
        guard (1...100).contains(ids.count + names.count) else {
            throw GatewayRequestError.invalid("a request names 1 to 100 accounts")
        }
        var found: [GatewayUser] = []
        for account in ids.map({ usersByID[UserID($0)] }) + names.map({ self.user(named: $0) }) {
            guard let account else { throw GatewayRequestError.notFound }
            guard account.id != user else { throw GatewayRequestError.invalid("an account cannot befriend or block itself") }
            if !found.contains(where: { $0.id == account.id }) { found.append(account) }
        }
        return found
    }

    /// Returns the page size of a request; zero selects the default.
    ///
    /// - Throws: `GatewayRequestError` for a negative size or one above the limit.
    func pageSize(_ requested: Int32, default size: Int, most: Int) throws(GatewayRequestError) -> Int {
        guard (0...most).contains(Int(requested)) else { throw GatewayRequestError.invalid("a page has 1 to \(most) entries") }
        return requested == 0 ? size : Int(requested)
    }
}
