import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Renames a channel or thread, or changes its category, topic or age limit; omitted values remain.
    mutating func updateChannel(_ wire: ApiUpdateChannelDescRequest, by user: UserID) throws(GatewayRequestError)
        -> [GatewayPush]
    {
        let room = try room(ChannelID(wire.channelID), for: user)
        guard room.channel.clan == ClanID(wire.clanID) else { throw GatewayRequestError.channelNotFound }
        try requireControl(of: room, by: user)
        var changed = room
        let label = wire.hasChannelLabel ? wire.channelLabel.value : ""
        if !label.isEmpty, label != room.channel.label {
            if room.isConversation {
                guard label.utf8.count <= 200 else { throw GatewayRequestError.invalid("a name has at most 200 bytes") }
            } else {
                try checkLabel(label, in: room.channel.clan)
            }
            changed.channel.label = label
        }
        if wire.categoryID != 0, wire.categoryID != room.channel.category.rawValue {
            let category = try category(CategoryID(wire.categoryID), for: user)
            guard category.clan == room.channel.clan, !room.isThread else { throw GatewayRequestError.notFound }
            changed.channel.category = category.category
            changed.channel.categoryName = category.name
        }
        guard wire.topic.utf8.count <= 1024, (0...1).contains(wire.ageRestricted) else {
            throw GatewayRequestError.invalid("a topic has at most 1024 bytes, and an age limit is 0 or 1")
        }
        if !wire.topic.isEmpty { changed.topic = wire.topic }
        changed.isAgeRestricted = wire.ageRestricted == 1
        rooms[room.channel.id] = changed
        let event = RtChannelUpdatedEvent.with {
            $0.clanID = changed.channel.clan.rawValue
            $0.categoryID = changed.channel.category.rawValue
            $0.creatorID = changed.creator.rawValue
            $0.parentID = changed.channel.parent.rawValue
            $0.channelID = changed.channel.id.rawValue
            $0.channelLabel = changed.channel.label
            $0.channelType = changed.channel.kind.rawValue
            $0.channelPrivate = changed.channel.isPrivate
            $0.topic = changed.topic
            $0.ageRestricted = changed.isAgeRestricted ? 1 : 0
            $0.active = changed.isArchived ? 0 : 1
        }
        return [GatewayPush(message: .channelUpdatedEvent(event), receivers: listeners(of: changed))]
    }

    /// Deletes a channel with its threads, or a group, and all state of them.
    mutating func deleteChannel(_ wire: ApiDeleteChannelDescRequest, by user: UserID) throws(GatewayRequestError)
        -> [GatewayPush]
    {
        let room = try room(ChannelID(wire.channelID), for: user)
        guard room.channel.clan == ClanID(wire.clanID) else { throw GatewayRequestError.channelNotFound }
        guard room.channel.kind != .direct else {
            throw GatewayRequestError.invalid("a direct conversation cannot be deleted")
        }
        try requireControl(of: room, by: user)
        guard clans[room.channel.clan]?.welcomeChannel != room.channel.id else {
            throw GatewayRequestError.invalid("the clan's first channel cannot be deleted")
        }
        let threads = rooms.values.filter { !room.isConversation && $0.channel.parent == room.channel.id }
        let deleted = threads.sorted { $0.channel.id < $1.channel.id } + [room]
        let pushes = deleted.map { room in
            let event = RtChannelDeletedEvent.with {
                $0.clanID = room.channel.clan.rawValue
                $0.categoryID = room.channel.category.rawValue
                $0.parentID = room.channel.parent.rawValue
                $0.channelID = room.channel.id.rawValue
                $0.deletor = "\(user)"
            }
            return GatewayPush(message: .channelDeletedEvent(event), receivers: listeners(of: room))
        }
        for room in deleted { removeState(of: room.channel.id) }
        subscriptions.invalidateListeners()
        return pushes
    }

    private mutating func removeState(of channel: ChannelID) {
        rooms[channel] = nil
        messages.removeAll(in: channel)
        bans[channel] = nil
        voices[channel] = nil
        pins[channel] = nil
        notifications.forget(channel.rawValue)
        menus.removeAll { $0.channelID == channel.rawValue }
        lastSeen = lastSeen.filter { $0.key.channel != channel }
        for clan in clans.keys { clans[clan]?.events.removeAll { [$0.channelID, $0.channelVoiceID].contains(channel.rawValue) } }
    }

    /// - Throws: `GatewayRequestError.permissionDenied` unless the account created the thread or group, or may manage it.
    func requireControl(of room: ChannelState, by user: UserID) throws(GatewayRequestError) {
        if room.isThread || room.isConversation, room.creator == user { return }
        guard !room.isConversation else { throw GatewayRequestError.permissionDenied }
        if room.isThread, permissions(of: user, in: room).contains(.manageThread) { return }
        try require(.manageChannel, of: user, in: room)
    }
}
