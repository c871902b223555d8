import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// The friends, requests and blocks of the caller; state 0 asks for all of them, as the web client does.
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
                people[entry.other].map { person in
                    .with {
                        $0.user = person.user(isOnline: online.contains(person.id))
                        $0.state = entry.relation.state.rawValue
                        $0.updateTimeSeconds = Self.seconds(entry.relation.changedAt)
                        $0.sourceID = entry.relation.source.rawValue
                    }
                }
            }
            if all.count > limit, let last = list.friends.last { list.cursor = "\(last.user.id)" }
        }
    }

    /// Asks accounts to be friends, or accepts their requests; each is told, and gets a notification.
    mutating func addFriends(_ wire: ApiAddFriendsRequest, by user: UserID, at now: Date) throws(GatewayRequestError)
        -> GatewayReply<ApiAddFriendsResponse>
    {
        let others = try accounts(wire.ids, wire.usernames, for: user)
        var book = friends
        // Everybody is asked or nobody is.
        let askings = try others.map { (other) throws(GatewayRequestError) in try book.ask(other.id, by: user, at: now) }
        friends = book
        var pushes: [GatewayPush] = []
        for (other, asking) in zip(others, askings) {
            guard asking != .known, let caller = people[user] else { continue }
            let event = RtAddFriend.with {
                $0.userID = caller.id.rawValue
                $0.username = caller.name
                $0.displayName = caller.displayName
            }
            pushes.append(GatewayPush(message: .addFriend(event), receivers: connections(of: [other.id])))
            pushes += notify(
                [other.id], code: asking == .asked ? .friendRequest : .friendAccepted,
                subject: asking == .asked ? "\(caller.name) wants to be friends" : "\(caller.name) accepted", from: user, at: now)
        }
        let answer = ApiAddFriendsResponse.with {
            $0.ids = others.map(\.id.rawValue)
            $0.usernames = others.map(\.name)
        }
        return GatewayReply(answer, pushes)
    }

    mutating func deleteFriends(_ wire: ApiDeleteFriendsRequest, by user: UserID) throws(GatewayRequestError) -> [GatewayPush] {
        let others = try accounts(wire.ids, wire.usernames, for: user)
        var book = friends
        for other in others { try book.remove(other.id, by: user) }
        friends = book
        let event = RtRemoveFriend.with { $0.userID = user.rawValue }
        return [GatewayPush(message: .removeFriend(event), receivers: connections(of: others.map(\.id)))]
    }

    /// Blocks accounts: they can no longer ask to be friends, nor write to the caller directly.
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
            // Those who are blocked learn no more than that the friendship ended.
            let removed = RtRemoveFriend.with { $0.userID = user.rawValue }
            pushes.append(GatewayPush(message: .removeFriend(removed), receivers: connections(of: [other.id])))
        }
        return pushes
    }

    mutating func unblockFriends(_ wire: ApiBlockFriendsRequest, by user: UserID) throws(GatewayRequestError) -> [GatewayPush] {
        let others = try accounts(wire.ids, wire.usernames, for: user)
        var book = friends
        for other in others { try book.unblock(other.id, by: user) }
        friends = book
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

    /// The accounts that a request names by id and by name, each once and none of them the caller's.
    private func accounts(_ ids: [Int64], _ names: [String], for user: UserID) throws(GatewayRequestError) -> [GatewayUser] {
        guard (1...100).contains(ids.count + names.count) else {
            throw GatewayRequestError.invalid("a request names 1 to 100 accounts")
        }
        var found: [GatewayUser] = []
        for person in ids.map({ people[UserID($0)] }) + names.map({ person(named: $0) }) {
            guard let person else { throw GatewayRequestError.notFound }
            guard person.id != user else { throw GatewayRequestError.invalid("an account cannot befriend or block itself") }
            if !found.contains(where: { $0.id == person.id }) { found.append(person) }
        }
        return found
    }

    /// A page size that a request asks for; zero is the default.
    ///
    /// - Throws: `GatewayRequestError` for a size below zero or past the limit.
    func pageSize(_ asked: Int32, default size: Int, most: Int) throws(GatewayRequestError) -> Int {
        guard (0...most).contains(Int(asked)) else { throw GatewayRequestError.invalid("a page has 1 to \(most) entries") }
        return asked == 0 ? size : Int(asked)
    }
}
