import ChatModel
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

@Suite struct GatewayStateFriendsTests {
    private func states(of caller: Caller, in world: inout GatewayState) throws -> [Int64: Int32] {
        let list = try world.ask(.listFriends, ApiListFriendsRequest(), by: caller, as: ApiFriendList.self).answer
        return Dictionary(uniqueKeysWithValues: list.friends.map { ($0.user.id, $0.state) })
    }

    private func request(_ user: UserID) -> ApiAddFriendsRequest { .with { $0.ids = [user.rawValue] } }
    private func block(_ user: UserID) -> ApiBlockFriendsRequest { .with { $0.ids = [user.rawValue] } }

    @Test func `a friendship is asked for, accepted and ended, and each side is told`() throws {
        var world = try GatewayState.make()
        let asked = try world.ask(.addFriends, request(.guest), by: .bot, as: ApiAddFriendsResponse.self)
        #expect(asked.answer.usernames == ["guest"])
        #expect(asked.pushes.map(\.receivers) == [[2], [2]])
        #expect(try states(of: .bot, in: &world) == [UserID.guest.rawValue: 1])
        #expect(try states(of: .guest, in: &world) == [UserID.bot.rawValue: 2])
        let accepted = try world.ask(.addFriends, ApiAddFriendsRequest.with { $0.usernames = ["mezon-bot"] }, by: .guest)
        #expect(accepted.pushes.map(\.receivers) == [[1], [1]])
        #expect(try states(of: .bot, in: &world) == [UserID.guest.rawValue: 0])
        let ended = try world.ask(.deleteFriends, ApiDeleteFriendsRequest.with { $0.ids = [UserID.bot.rawValue] }, by: .guest)
        #expect(ended.pushes.map(\.receivers) == [[1]])
        #expect(try states(of: .bot, in: &world).isEmpty)
    }

    @Test func `a friend request gives a notification`() throws {
        var world = try GatewayState.make()
        try world.ask(.addFriends, request(.guest), by: .bot)
        let list = try world.ask(
            .listNotifications, ApiListNotificationsRequest(), by: .guest, as: ApiNotificationList.self
        ).answer
        #expect(list.notifications.map(\.code) == [-2])
        #expect(list.notifications.map(\.senderID) == [UserID.bot.rawValue])
    }

    @Test func `a blocked account can neither ask nor write directly`() throws {
        var world = try GatewayState.make()
        let talk = try world.createChannel(
            .with {
                $0.type = ChannelKind.direct.rawValue
                $0.userIds = [UserID.guest.rawValue]
            }, by: .bot, at: .start
        ).answer
        try world.ask(.blockFriends, block(.bot), by: .guest)
        #expect(throws: GatewayRequestError.permissionDenied) { try world.ask(.addFriends, request(.guest), by: .bot) }
        #expect(throws: GatewayRequestError.channelPermissionDenied) {
            try world.send(.make("hi", in: ChannelID(talk.channelID)), by: Caller(user: .bot, connection: nil), at: .start)
        }
        try world.ask(.unblockFriends, block(.bot), by: .guest)
        #expect(throws: GatewayRequestError.notFound) { try world.ask(.unblockFriends, block(.bot), by: .guest) }
        try world.ask(.addFriends, request(.guest), by: .bot)
    }

    @Test(arguments: [[UserID.bot.rawValue], [7], []])
    func `oneself, nobody and an empty request are refused`(ids: [Int64]) throws {
        var world = try GatewayState.make()
        #expect(throws: GatewayRequestError.self) {
            try world.ask(.addFriends, ApiAddFriendsRequest.with { $0.ids = ids }, by: .bot)
        }
    }

    @Test func `a request that fails for one account changes nothing for another`() throws {
        var world = try GatewayState.make()
        try world.ask(.addFriends, request(.guest), by: .bot)
        #expect(throws: GatewayRequestError.notFound) {
            try world.ask(
                .deleteFriends, ApiDeleteFriendsRequest.with { $0.ids = [UserID.guest.rawValue, UserID.mod.rawValue] }, by: .bot)
        }
        #expect(try states(of: .bot, in: &world).count == 1)
    }

    @Test func `friends are bounded`() throws {
        var limits = GatewayLimits()
        limits.friendsPerAccount = 1
        var world = try GatewayState.make(limits: limits)
        try world.ask(.addFriends, request(.guest), by: .bot)
        #expect(throws: GatewayRequestError.self) { try world.ask(.addFriends, request(.mod), by: .bot) }
    }
}
