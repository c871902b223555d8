import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

@Suite struct GatewayStateNotificationsTests {
    private func list(_ caller: Caller, in state: inout GatewayState, category: Int32 = 0) throws -> [ApiNotification] {
        let request = ApiListNotificationsRequest.with { $0.category = category }
        return try state.ask(.listNotifications, request, by: caller, as: ApiNotificationList.self).answer.notifications
    }

    private func mention(_ user: UserID, in state: inout GatewayState) throws -> [GatewayPush] {
        var wire = RtChannelMessageSend.make("@guest look")
        wire.mentions = [.with { $0.userID = user.rawValue }]
        return try state.send(wire, by: .bot, at: .start).pushes
    }

    @Test func `a mention notification is stored and pushed only to its account`() throws {
        var state = try GatewayState.make()
        let pushes = try mention(.guest, in: &state)
        #expect(pushes.dropFirst().map(\.receivers) == [[2]])
        let notifications = try list(.guest, in: &state)
        #expect(notifications.map(\.code) == [-9])
        #expect(notifications.first?.channelID == ChannelID.general.rawValue)
        #expect(try list(.mod, in: &state).isEmpty)
    }

    @Test func `a reply notifies the author, and a role its holders who read the channel`() throws {
        var state = try GatewayState.make()
        let message = try state.say("question")
        var reply = RtChannelMessageSend.make("answer")
        reply.references = [.with { $0.messageRefID = message.rawValue }]
        _ = try state.send(reply, by: .bot, at: .start)
        #expect(try list(.guest, in: &state).map(\.code) == [-11])
        var wire = RtChannelMessageSend.make("@member")
        wire.channelID = ChannelID.modLog.rawValue
        wire.mentions = [.with { $0.roleID = 1_900_000_000_000_000_023 }]
        _ = try state.send(wire, by: Caller(user: .bot, connection: nil), at: .start)
        #expect(try list(.an, in: &state).isEmpty)
    }

    @Test func `notifications are deleted by id and by category`() throws {
        var state = try GatewayState.make()
        for _ in 0..<3 { _ = try mention(.guest, in: &state) }
        let first = try #require(try list(.guest, in: &state).last)
        let byID = ApiDeleteNotificationsRequest.with { $0.ids = [first.id] }
        #expect(throws: GatewayRequestError.notFound) { try state.ask(.deleteNotifications, byID, by: .mod) }
        try state.ask(.deleteNotifications, byID, by: .guest)
        #expect(try list(.guest, in: &state).count == 2)
        #expect(try list(.guest, in: &state, category: 3).isEmpty)
        try state.ask(.deleteNotifications, ApiDeleteNotificationsRequest.with { $0.category = 1 }, by: .guest)
        #expect(try list(.guest, in: &state).isEmpty)
        #expect(throws: GatewayRequestError.self) {
            try state.ask(.deleteNotifications, ApiDeleteNotificationsRequest(), by: .guest)
        }
    }

    @Test func `a muted channel and a disabled setting suppress notifications`() throws {
        var state = try GatewayState.make()
        let mute = ApiSetMuteRequest.with { $0.id = ChannelID.general.rawValue }
        try state.ask(.setMuteChannel, mute, by: .guest)
        let muted = try state.ask(
            .listMutedChannel, ApiListMutedChannelRequest.with { $0.clanID = ClanID.lab.rawValue }, by: .guest,
            as: ApiMutedChannelList.self)
        #expect(muted.answer.mutedList == [ChannelID.general.rawValue])
        _ = try mention(.guest, in: &state)
        #expect(try list(.guest, in: &state).isEmpty)
        var unmute = mute
        unmute.active = 1
        try state.ask(.setMuteChannel, unmute, by: .guest)
        let nothing = ApiSetDefaultNotificationRequest.with {
            $0.clanID = ClanID.lab.rawValue
            $0.notificationType = 3
        }
        try state.ask(.setNotificationClanSetting, nothing, by: .guest)
        _ = try mention(.guest, in: &state)
        #expect(try list(.guest, in: &state).isEmpty)
        let mentions = ApiSetNotificationRequest.with {
            $0.channelCategoryID = ChannelID.general.rawValue
            $0.notificationType = 2
        }
        try state.ask(.setNotificationChannelSetting, mentions, by: .guest)
        _ = try mention(.guest, in: &state)
        #expect(try list(.guest, in: &state).count == 1)
    }

    @Test func `settings are read back until they are deleted`() throws {
        var state = try GatewayState.make()
        let setting = ApiSetNotificationRequest.with {
            $0.channelCategoryID = ChannelID.general.rawValue
            $0.notificationType = 2
        }
        let request = ApiNotificationChannel.with { $0.channelID = ChannelID.general.rawValue }
        try state.ask(.setNotificationChannelSetting, setting, by: .guest)
        func read() throws -> Int32 {
            try state.ask(.getNotificationChannel, request, by: .guest, as: ApiNotificationUserChannel.self).answer
                .notificationSettingType
        }
        #expect(try read() == 2)
        try state.ask(.deleteNotificationChannel, request, by: .guest)
        #expect(try read() == 0)
        var wrong = setting
        wrong.notificationType = 4
        #expect(throws: GatewayRequestError.self) { try state.ask(.setNotificationChannelSetting, wrong, by: .guest) }
    }

    @Test func `the oldest notifications are removed at the limit`() throws {
        var limits = GatewayLimits()
        limits.notificationsPerAccount = 2
        var state = try GatewayState.make(limits: limits)
        for _ in 0..<5 { _ = try mention(.guest, in: &state) }
        #expect(try list(.guest, in: &state).count == 2)
    }

    @Test func `a channel is marked as read up to its newest message`() throws {
        var state = try GatewayState.make()
        let message = try state.say("x", by: .bot)
        try state.ask(.markAsRead, ApiMarkAsReadRequest.with { $0.clanID = ClanID.lab.rawValue }, by: .guest)
        let seen = state.lastSeen[GatewayState.Reader(user: .guest, channel: .general)]
        #expect(seen?.id == message.rawValue)
    }
}
