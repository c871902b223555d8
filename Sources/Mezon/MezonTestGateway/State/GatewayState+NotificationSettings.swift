import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    func clanSetting(_ wire: ApiNotificationClan, by user: UserID) throws(GatewayRequestError) -> ApiNotificationSetting {
        let clan = try clan(ClanID(wire.clanID), for: user)
        return .with {
            $0.id = clan.id.rawValue
            $0.notificationSettingType = notifications.setting(of: clan.id.rawValue, for: user)?.kind ?? 0
        }
    }

    func channelSetting(_ wire: ApiNotificationChannel, by user: UserID, at now: Date) throws(GatewayRequestError)
        -> ApiNotificationUserChannel
    {
        let room = try room(ChannelID(wire.channelID), for: user)
        return setting(of: room.channel.id.rawValue, channel: room.channel.id, by: user, at: now)
    }

    func categorySetting(_ wire: ApiDefaultNotificationCategory, by user: UserID, at now: Date) throws(GatewayRequestError)
        -> ApiNotificationUserChannel
    {
        let category = try category(CategoryID(wire.categoryID), for: user).category
        return setting(of: category.rawValue, channel: 0, by: user, at: now)
    }

    mutating func setClanSetting(_ wire: ApiSetDefaultNotificationRequest, by user: UserID) throws(GatewayRequestError) {
        let clan = try clan(ClanID(wire.clanID), for: user)
        if wire.categoryID == 0 { return try set(wire.notificationType, of: clan.id.rawValue, for: user) }
        let category = try category(CategoryID(wire.categoryID), for: user).category
        try set(wire.notificationType, of: category.rawValue, for: user)
    }

    mutating func setChannelSetting(_ wire: ApiSetNotificationRequest, by user: UserID) throws(GatewayRequestError) {
        let room = try room(ChannelID(wire.channelCategoryID), for: user)
        try set(wire.notificationType, of: room.channel.id.rawValue, for: user)
    }

    mutating func setCategorySetting(_ wire: ApiSetNotificationRequest, by user: UserID) throws(GatewayRequestError) {
        let category = try category(CategoryID(wire.channelCategoryID), for: user).category
        try set(wire.notificationType, of: category.rawValue, for: user)
    }

    mutating func deleteChannelSetting(_ wire: ApiNotificationChannel, by user: UserID) throws(GatewayRequestError) {
        let room = try room(ChannelID(wire.channelID), for: user)
        try notifications.set(nil, of: room.channel.id.rawValue, for: user)
    }

    mutating func deleteCategorySetting(_ wire: ApiDefaultNotificationCategory, by user: UserID) throws(GatewayRequestError) {
        let category = try category(CategoryID(wire.categoryID), for: user).category
        try notifications.set(nil, of: category.rawValue, for: user)
    }

    /// Mutes a channel for a number of seconds, or without end for zero; `active` 1 ends the mute.
    mutating func mute(_ wire: ApiSetMuteRequest, by user: UserID, at now: Date) throws(GatewayRequestError) {
        let room = try room(ChannelID(wire.id), for: user)
        guard wire.muteTime >= 0, (0...1).contains(wire.active) else {
            throw GatewayRequestError.invalid("a mute has 0 seconds or more, and active is 0 or 1")
        }
        var setting = notifications.setting(of: room.channel.id.rawValue, for: user) ?? NotificationStore.Setting()
        let end = wire.muteTime == 0 ? Date.distantFuture : now.addingTimeInterval(Double(wire.muteTime))
        setting.mutedUntil = wire.active == 1 ? nil : end
        try notifications.set(setting, of: room.channel.id.rawValue, for: user)
    }

    func mutedChannels(_ wire: ApiListMutedChannelRequest, by user: UserID, at now: Date) throws(GatewayRequestError)
        -> ApiMutedChannelList
    {
        let clan = try clan(ClanID(wire.clanID), for: user)
        let channels = rooms.values.filter { $0.channel.clan == clan.id && reads(user, $0) }.map(\.channel.id.rawValue)
        return .with {
            $0.mutedList = channels.sorted().filter {
                notifications.setting(of: $0, for: user)?.isMuted(at: now) ?? false
            }
        }
    }

    private mutating func set(_ kind: Int32, of scope: NotificationStore.Scope, for user: UserID) throws(GatewayRequestError) {
        guard (0...3).contains(kind) else { throw GatewayRequestError.invalid("notification type \(kind) is none of 0 to 3") }
        var setting = notifications.setting(of: scope, for: user) ?? NotificationStore.Setting()
        setting.kind = kind
        try notifications.set(setting, of: scope, for: user)
    }

    private func setting(of scope: NotificationStore.Scope, channel: ChannelID, by user: UserID, at now: Date)
        -> ApiNotificationUserChannel
    {
        let setting = notifications.setting(of: scope, for: user) ?? NotificationStore.Setting()
        let isMuted = setting.isMuted(at: now)
        let seconds = setting.mutedUntil.map { $0 == .distantFuture ? 0 : Int($0.timeIntervalSince(now).rounded(.up)) } ?? 0
        return .with {
            $0.id = scope
            $0.channelID = channel.rawValue
            $0.notificationSettingType = setting.kind
            $0.active = isMuted ? 0 : 1
            $0.timeMuteSeconds = isMuted ? Int32(clamping: seconds) : 0
        }
    }
}
