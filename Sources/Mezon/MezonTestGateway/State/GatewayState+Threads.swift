import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Returns the threads of a channel that the caller can read, including archived ones, or one thread by id.
    func threadList(_ wire: ApiListThreadRequest, by user: UserID) throws(GatewayRequestError) -> ApiChannelDescListNoPool {
        let parent = try room(ChannelID(wire.channelID), for: user)
        let limit = try pageSize(wire.limit, default: 50, most: 100)
        let threads = threads(of: parent.channel.id, readBy: user).filter {
            wire.threadID == 0 || $0.channel.id.rawValue == wire.threadID
        }
        return .with {
            $0.page = max(1, wire.page)
            $0.channeldesc = page(threads, wire.page, limit).map { description(of: $0, for: user) }
        }
    }

    /// Returns the threads of a clan, or of one of its channels, whose names contain a text.
    func searchThreads(_ wire: ApiSearchThreadRequest, by user: UserID) throws(GatewayRequestError) -> ApiChannelDescList {
        let clan = try clan(ClanID(wire.clanID), for: user)
        if wire.channelID != 0 { _ = try room(ChannelID(wire.channelID), for: user) }
        let label = wire.label.lowercased()
        guard !label.isEmpty, label.utf8.count <= 200 else { throw GatewayRequestError.invalid("a search needs a text") }
        let found = rooms.values.filter {
            $0.isThread && $0.channel.clan == clan.id && (wire.channelID == 0 || $0.channel.parent.rawValue == wire.channelID)
                && $0.channel.label.lowercased().contains(label) && reads(user, $0)
        }
        return .with {
            $0.channeldesc = found.sorted { $0.channel.id < $1.channel.id }.prefix(100).map { description(of: $0, for: user) }
        }
    }

    func archivedChannels(_ wire: ApiListArchivedChannelDescsRequest, by user: UserID) throws(GatewayRequestError)
        -> ApiListArchivedChannelDescsResponse
    {
        let clan = try clan(ClanID(wire.clanID), for: user)
        let found = rooms.values.filter { $0.channel.clan == clan.id && $0.isArchived && reads(user, $0) }
        return .with {
            $0.channeldesc = found.sorted { $0.channel.id < $1.channel.id }.map { description(of: $0, for: user) }
        }
    }

    /// Archives a channel or thread: it is not listed and accepts no messages until it is active again.
    mutating func archive(_ wire: ApiArchiveChannelRequest, by user: UserID) throws(GatewayRequestError) -> [GatewayPush] {
        let room = try room(ChannelID(wire.channelID), for: user)
        guard !room.isConversation, room.channel.clan == ClanID(wire.clanID) else { throw GatewayRequestError.channelNotFound }
        try requireControl(of: room, by: user)
        guard clans[room.channel.clan]?.welcomeChannel != room.channel.id else {
            throw GatewayRequestError.invalid("the clan's first channel cannot be archived")
        }
        return setArchived(true, room)
    }

    /// Activates an archived thread; allowed to all of its readers.
    mutating func activate(_ wire: RtActiveArchivedThread, by user: UserID) throws(GatewayRequestError) -> [GatewayPush] {
        let room = try room(ChannelID(wire.channelID), for: user)
        guard room.channel.clan == ClanID(wire.clanID), room.isArchived else { throw GatewayRequestError.channelNotFound }
        if !room.isThread { try requireControl(of: room, by: user) }
        return setArchived(false, room)
    }

    private mutating func setArchived(_ isArchived: Bool, _ room: ChannelState) -> [GatewayPush] {
        guard room.isArchived != isArchived else { return [] }
        rooms[room.channel.id]?.isArchived = isArchived
        let event = RtChannelArchiveEvent.with {
            $0.clanID = room.channel.clan.rawValue
            $0.categoryID = room.channel.category.rawValue
            $0.creatorID = room.creator.rawValue
            $0.parentID = room.channel.parent.rawValue
            $0.channelID = room.channel.id.rawValue
            $0.channelLabel = room.channel.label
            $0.channelType = room.channel.kind.rawValue
            $0.channelPrivate = room.channel.isPrivate
            $0.status = 1
            $0.active = isArchived ? 0 : 1
        }
        return [GatewayPush(message: .channelArchiveEvent(event), receivers: listeners(of: room))]
    }

    /// Removes the caller from a joined thread.
    mutating func leaveThread(_ wire: ApiLeaveThreadRequest, by user: UserID) throws(GatewayRequestError) -> [GatewayPush] {
        let room = try room(ChannelID(wire.channelID), for: user)
        guard room.isThread, room.channel.clan == ClanID(wire.clanID) else { throw GatewayRequestError.channelNotFound }
        return try removeFromChannel(
            .with {
                $0.channelID = room.channel.id.rawValue
                $0.userIds = [user.rawValue]
            }, by: user)
    }

    /// Adds accounts to a private channel, a thread or a group, and pushes that to its members.
    mutating func addToChannel(_ wire: ApiAddChannelUsersRequest, by user: UserID, at now: Date) throws(GatewayRequestError)
        -> [GatewayPush]
    {
        let room = try room(ChannelID(wire.channelID), for: user)
        let added = Set(wire.userIds.map { UserID($0) }).subtracting(room.members)
        guard !wire.userIds.isEmpty, wire.userIds.count <= 1000 else {
            throw GatewayRequestError.invalid("a request names 1 to 1000 accounts")
        }
        if room.isConversation {
            guard room.channel.kind == .group else { throw GatewayRequestError.permissionDenied }
            guard added.allSatisfy({ usersByID[$0] != nil && !friends.isBlocked($0, user) }) else {
                throw GatewayRequestError.notFound
            }
            guard room.members.count + added.count <= limits.groupMembers else {
                throw GatewayRequestError.exhausted("a group has at most \(limits.groupMembers) members")
            }
        } else {
            guard room.channel.isPrivate || room.isThread else {
                throw GatewayRequestError.invalid("every member of the clan reads a public channel")
            }
            if !room.isThread { try requireControl(of: room, by: user) }
            let members = clans[room.channel.clan]?.members ?? []
            let parent = rooms[room.channel.parent]
            guard added.isSubset(of: members), added.allSatisfy({ member in parent.map { reads(member, $0) } ?? true }) else {
                throw GatewayRequestError.notFound
            }
        }
        rooms[room.channel.id]?.members.formUnion(added)
        subscriptions.invalidateListeners()
        guard !added.isEmpty, let changed = rooms[room.channel.id] else { return [] }
        return self.added(to: changed, by: user, at: now)
    }

    private func threads(of parent: ChannelID, readBy user: UserID) -> [ChannelState] {
        rooms.values.filter { $0.isThread && $0.channel.parent == parent && reads(user, $0) }
            .sorted { $0.channel.id < $1.channel.id }
    }

    /// Returns one page of a list; pages are counted from 1, and 0 is the first, too.
    func page<Element>(_ list: [Element], _ page: Int32, _ limit: Int) -> [Element] {
        let start = Int(max(1, page) - 1).multipliedReportingOverflow(by: limit)
        return start.overflow ? [] : Array(list.dropFirst(start.partialValue).prefix(limit))
    }
}
