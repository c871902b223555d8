import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Stores a notification for each account and pushes it to the account's sockets.
    mutating func notify(
        _ users: [UserID], code: NotificationStore.Code, subject: String, from sender: UserID,
        about message: ApiChannelMessage? = nil, at now: Date
    ) -> [GatewayPush] {
        users.map { user in
            let notification = ApiNotification.with {
                $0.id = nextID(at: now)
                $0.subject = subject
                $0.code = code.rawValue
                $0.category = code.category
                $0.senderID = sender.rawValue
                $0.createTimeSeconds = Self.seconds(now)
                $0.persistent = true
                guard let message else { return }
                $0.content = Data(message.content.utf8)
                $0.clanID = message.clanID
                $0.channelID = message.channelID
                $0.channelType = rooms[ChannelID(message.channelID)]?.channel.kind.rawValue ?? 0
                $0.topicID = message.topicID
            }
            notifications.append(notification, for: user)
            let pushed = RtNotifications.with { $0.notifications = [notification] }
            return GatewayPush(message: .notifications(pushed), receivers: connections(of: [user]))
        }
    }

    /// Notifies the accounts that a message mentions, and the author of the message that it replies to.
    mutating func notify(of message: ApiChannelMessage, _ wire: RtChannelMessageSend, in room: ChannelState, at now: Date)
        -> [GatewayPush]
    {
        guard !wire.mentions.isEmpty || !wire.references.isEmpty else { return [] }
        let sender = UserID(message.senderID)
        var mentioned: Set<UserID> = []
        for mention in wire.mentions.prefix(100) {
            if mention.roleID != 0 {
                let role = clans[room.channel.clan]?.roles.first { $0.id.rawValue == mention.roleID }
                mentioned.formUnion(role?.members ?? [])
            } else {
                mentioned.insert(UserID(mention.userID))
            }
        }
        let answered = wire.references.first.flatMap { messages.message(MessageID($0.messageRefID), in: room.channel.id) }
        let author: Set<UserID> = answered.map { [UserID($0.senderID)] } ?? []
        let name = message.username
        return notify(
            notifiable(mentioned, in: room, except: sender, at: now), code: .mentioned, subject: "\(name) mentioned you",
            from: sender, about: message, at: now)
            + notify(
                notifiable(author.subtracting(mentioned), in: room, except: sender, at: now), code: .replied,
                subject: "\(name) replied to you", from: sender, about: message, at: now)
    }

    private func notifiable(_ users: Set<UserID>, in room: ChannelState, except sender: UserID, at now: Date) -> [UserID] {
        users.sorted().filter { user in
            guard user != sender, usersByID[user] != nil, reads(user, room) else { return false }
            let scopes = [room.channel.id.rawValue, room.channel.category.rawValue, room.channel.clan.rawValue]
            let settings = scopes.filter { $0 != 0 }.compactMap { notifications.setting(of: $0, for: user) }
            if settings.contains(where: { $0.isMuted(at: now) }) { return false }
            // The most specific setting decides.
            return settings.first { $0.kind != 0 }?.kind != 3
        }
    }

    /// Returns the caller's notifications, newest first; `notification_id` is the last id of the previous page.
    func notificationList(_ wire: ApiListNotificationsRequest, by user: UserID) throws(GatewayRequestError)
        -> ApiNotificationList
    {
        let limit = try pageSize(wire.limit, default: 50, most: 100)
        if wire.clanID != 0 { _ = try clan(ClanID(wire.clanID), for: user) }
        let matching = notifications.notifications(of: user).reversed().filter {
            (wire.clanID == 0 || $0.clanID == wire.clanID) && (wire.category == 0 || $0.category == wire.category)
                && (wire.notificationID == 0 || $0.id < wire.notificationID)
        }
        return .with {
            $0.notifications = Array(matching.prefix(limit))
            if matching.count > limit, let last = $0.notifications.last { $0.cacheableCursor = "\(last.id)" }
        }
    }

    /// Deletes notifications by id, or all of a category.
    mutating func deleteNotifications(_ wire: ApiDeleteNotificationsRequest, by user: UserID) throws(GatewayRequestError) {
        guard !wire.ids.isEmpty || wire.category != 0 else {
            throw GatewayRequestError.invalid("neither notifications nor a category are named")
        }
        let ids = Set(wire.ids)
        let removed = notifications.remove(of: user) { ids.isEmpty ? $0.category == wire.category : ids.contains($0.id) }
        guard removed > 0 || ids.isEmpty else { throw GatewayRequestError.notFound }
    }

    /// Marks a channel, or the caller's channels of a category or clan, as read up to the newest message.
    mutating func markAsRead(_ wire: ApiMarkAsReadRequest, by user: UserID) throws(GatewayRequestError) {
        var targets: [ChannelState]
        if wire.channelID != 0 {
            targets = [try room(ChannelID(wire.channelID), for: user)]
        } else {
            let clan = try clan(ClanID(wire.clanID), for: user)
            targets = rooms.values.filter { $0.channel.clan == clan.id && reads(user, $0) }
            if wire.categoryID != 0 { targets.removeAll { $0.channel.category.rawValue != wire.categoryID } }
        }
        for target in targets {
            if let last = messages.last(in: target.channel.id) {
                lastSeen[Reader(user: user, channel: target.channel.id)] = last.header
            }
        }
    }
}
