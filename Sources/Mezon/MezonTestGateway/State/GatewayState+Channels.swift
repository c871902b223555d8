import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Returns the channels of a clan (type 1 selects all kinds), or the caller's conversations (type 3 selects both kinds).
    func channelList(_ wire: ApiListChannelDescsRequest, by user: UserID) throws(GatewayRequestError) -> ApiChannelDescList {
        let kind = ChannelKind(rawValue: wire.channelType)
        let clan = kind == .direct ? 0 : ClanID(wire.clanID)
        if !clan.isNone { _ = try self.clan(clan, for: user) }
        let isAll = [0, ChannelKind.text.rawValue, ChannelKind.direct.rawValue].contains(wire.channelType)
        var found = rooms.values.filter { room in
            room.channel.clan == clan && !room.isArchived && (isAll || room.channel.kind == kind) && reads(user, room)
                && !closedConversations.contains(Reader(user: user, channel: room.channel.id))
        }
        found.sort { $0.channel.id < $1.channel.id }
        if wire.limit > 0 {
            let start = Int(max(1, wire.page) - 1).multipliedReportingOverflow(by: Int(wire.limit))
            found = Array(found.dropFirst(start.overflow ? Int.max : start.partialValue).prefix(Int(wire.limit)))
        }
        return .with { $0.channeldesc = found.map { description(of: $0, for: user) } }
    }

    func channelDetail(_ wire: ApiListChannelDetailRequest, by user: UserID) throws(GatewayRequestError) -> ApiChannelDescription
    {
        description(of: try room(ChannelID(wire.channelID), for: user), for: user)
    }

    /// Returns the readers of a channel, ordered by id and paged by `limit` and `cursor`.
    func channelUsers(_ wire: ApiListChannelUsersRequest, by user: UserID, at now: Date) throws(GatewayRequestError)
        -> ApiChannelUserList
    {
        let room = try room(ChannelID(wire.channelID), for: user)
        let after = UserID(wire.cursor) ?? 0
        var users = readers(of: room).filter { $0 > after }
        let isCut = wire.limit > 0 && users.count > Int(wire.limit)
        if isCut { users = Array(users.prefix(Int(wire.limit))) }
        let clan = clans[room.channel.clan]
        return .with {
            $0.channelID = room.channel.id.rawValue
            $0.cursor = isCut ? users.last?.description ?? "" : ""
            $0.channelUsers = users.map { user in
                let ban = bans[room.channel.id]?.first { $0.user == user && !$0.isOver(at: now) }
                return .with {
                    $0.id = user.rawValue
                    $0.userID = user.rawValue
                    $0.roleID = clan?.roleIDs(of: user) ?? []
                    $0.clanID = room.channel.clan.rawValue
                    $0.isBanned = ban != nil
                    $0.expiredBanTime = ban?.secondsLeft(at: now) ?? 0
                }
            }
        }
    }

    /// Hides a conversation from the caller's list until it has a message.
    mutating func closeConversation(_ wire: ApiDeleteChannelDescRequest, by user: UserID) throws(GatewayRequestError)
        -> [GatewayPush]
    {
        let room = try room(ChannelID(wire.channelID), for: user)
        guard room.isConversation else { throw GatewayRequestError.invalid("only conversations can be closed") }
        closedConversations.insert(Reader(user: user, channel: room.channel.id))
        return []
    }

    /// Removes users from a private channel, a thread or a group.
    mutating func removeFromChannel(_ wire: ApiRemoveChannelUsersRequest, by user: UserID) throws(GatewayRequestError)
        -> [GatewayPush]
    {
        let room = try room(ChannelID(wire.channelID), for: user)
        let users = wire.userIds.map { UserID($0) }
        guard room.channel.isPrivate || room.isThread || room.channel.kind == .group else {
            throw GatewayRequestError.invalid("everybody in the clan reads a public channel")
        }
        if users != [user], !(room.isConversation && room.creator == user) {
            try require(.manageChannel, of: user, in: room)
        }
        guard !users.isEmpty, users.allSatisfy(room.members.contains) else { throw GatewayRequestError.notFound }
        let receivers = Set(listeners(of: room)).union(connections(of: users)).sorted()
        rooms[room.channel.id]?.members.subtract(users)
        for connection in connections(of: users) { subscriptions.leave(room.channel.id, on: connection) }
        subscriptions.invalidateListeners()
        let removed = RtUserChannelRemoved.with {
            $0.channelID = room.channel.id.rawValue
            $0.userIds = users.map(\.rawValue)
            $0.channelType = room.channel.kind.rawValue
            $0.clanID = room.channel.clan.rawValue
        }
        return [GatewayPush(message: .userChannelRemovedEvent(removed), receivers: receivers)]
    }

    func readers(of room: ChannelState) -> [UserID] {
        guard !room.isConversation, !room.channel.isPrivate, !room.isThread else { return room.members.sorted() }
        return clans[room.channel.clan]?.members.sorted() ?? []
    }

    /// Returns the status: 0 archived, 1 active and joined, 2 a public thread that the account has not joined
    /// (Documentation/Protocol.md §3.4).
    private func threadStatus(of room: ChannelState, for user: UserID) -> Int32 {
        if room.isArchived { return 0 }
        return room.isThread && !user.isNone && !room.members.contains(user) ? 2 : 1
    }

    func description(of room: ChannelState, for user: UserID) -> ApiChannelDescription {
        let partners = room.isConversation ? room.members.subtracting([user]).sorted().compactMap { usersByID[$0] } : []
        let online = partners.isEmpty ? [] : subscriptions.usersOnline
        return .with {
            $0.clanID = room.channel.clan.rawValue
            $0.parentID = room.channel.parent.rawValue
            $0.channelID = room.channel.id.rawValue
            $0.categoryID = room.channel.category.rawValue
            $0.categoryName = room.channel.categoryName
            $0.type = room.channel.kind.rawValue
            $0.creatorID = room.creator.rawValue
            $0.creatorName = usersByID[room.creator]?.name ?? ""
            $0.channelLabel = room.channel.label
            $0.channelPrivate = room.channel.isPrivate || room.isConversation ? 1 : 0
            $0.active = threadStatus(of: room, for: user)
            $0.topic = room.topic
            $0.ageRestricted = room.isAgeRestricted ? 1 : 0
            $0.createTimeSeconds = Self.seconds(room.createdAt)
            $0.clanName = clans[room.channel.clan]?.name ?? ""
            $0.memberCount = Int32(clamping: readers(of: room).count)
            if let last = messages.last(in: room.channel.id) { $0.lastSentMessage = last.header }
            if let seen = lastSeen[Reader(user: user, channel: room.channel.id)] { $0.lastSeenMessage = seen }
            $0.userIds = partners.map(\.id.rawValue)
            $0.usernames = partners.map(\.name)
            $0.displayNames = partners.map(\.displayName)
            $0.onlines = partners.map { online.contains($0.id) }
        }
    }
}
