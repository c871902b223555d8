import ChatModel
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

@Suite struct GatewayStateFriendsTests {
    private func states(of caller: Caller, in state: inout GatewayState) throws -> [Int64: Int32] {
        let list = try state.ask(.listFriends, ApiListFriendsRequest(), by: caller, as: ApiFriendList.self).answer
        return Dictionary(uniqueKeysWithValues: list.friends.map { ($0.user.id, $0.state) })
    }

    private func request(_ user: UserID) -> ApiAddFriendsRequest { .with { $0.ids = [user.rawValue] } }
    private func block(_ user: UserID) -> ApiBlockFriendsRequest { .with { $0.ids = [user.rawValue] } }

    @Test func `a friendship is requested, accepted and ended, and each change is pushed to the other account`() throws {
        var state = try GatewayState.make()
        let requested = try state.ask(.addFriends, request(.guest), by: .bot, as: ApiAddFriendsResponse.self)
        #expect(requested.answer.usernames == ["guest"])
        #expect(requested.pushes.map(\.receivers) == [[2], [2]])
        #expect(try states(of: .bot, in: &state) == [UserID.guest.rawValue: 1])
        #expect(try states(of: .guest, in: &state) == [UserID.bot.rawValue: 2])
        let accepted = try state.ask(.addFriends, ApiAddFriendsRequest.with { $0.usernames = ["mezon-bot"] }, by: .guest)
        #expect(accepted.pushes.map(\.receivers) == [[1], [1]])
        #expect(try states(of: .bot, in: &state) == [UserID.guest.rawValue: 0])
        let ended = try state.ask(.deleteFriends, ApiDeleteFriendsRequest.with { $0.ids = [UserID.bot.rawValue] }, by: .guest)
        #expect(ended.pushes.map(\.receivers) == [[1]])
        #expect(try states(of: .bot, in: &state).isEmpty)
    }

    @Test func `a friend request gives a notification`() throws {
        var state = try GatewayState.make()
        try state.ask(.addFriends, request(.guest), by: .bot)
        let list = try state.ask(
            .listNotifications, ApiListNotificationsRequest(), by: .guest, as: ApiNotificationList.self
        ).answer
        #expect(list.notifications.map(\.code) == [-2])
        #expect(list.notifications.map(\.senderID) == [UserID.bot.rawValue])
    }

    @Test func `a blocked account can send neither requests nor direct messages`() throws {
        var state = try GatewayState.make()
        let conversation = try state.createChannel(
            .with {
                $0.type = ChannelKind.direct.rawValue
                $0.userIds = [UserID.guest.rawValue]
            }, by: .bot, at: .start
        ).answer
        try state.ask(.blockFriends, block(.bot), by: .guest)
        #expect(throws: GatewayRequestError.permissionDenied) { try state.ask(.addFriends, request(.guest), by: .bot) }
        #expect(throws: GatewayRequestError.channelPermissionDenied) {
            try state.send(
                .make("hi", in: ChannelID(conversation.channelID)), by: Caller(user: .bot, connection: nil), at: .start)
        }
        try state.ask(.unblockFriends, block(.bot), by: .guest)
        #expect(throws: GatewayRequestError.notFound) { try state.ask(.unblockFriends, block(.bot), by: .guest) }
        try state.ask(.addFriends, request(.guest), by: .bot)
    }

    @Test(arguments: [[UserID.bot.rawValue], [7], []])
    func `friend requests to oneself, to unknown accounts and to no one are refused`(ids: [Int64]) throws {
        var state = try GatewayState.make()
        #expect(throws: GatewayRequestError.self) {
            try state.ask(.addFriends, ApiAddFriendsRequest.with { $0.ids = ids }, by: .bot)
        }
    }

    @Test func `a request that fails for one account changes nothing for another`() throws {
        var state = try GatewayState.make()
        try state.ask(.addFriends, request(.guest), by: .bot)
        #expect(throws: GatewayRequestError.notFound) {
            try state.ask(
                .deleteFriends, ApiDeleteFriendsRequest.with { $0.ids = [UserID.guest.rawValue, UserID.mod.rawValue] }, by: .bot)
        }
        #expect(try states(of: .bot, in: &state).count == 1)
    }

    @Test func `the number of friends is limited`() throws {
        var limits = GatewayLimits()
        limits.friendsPerAccount = 1
        var state = try GatewayState.make(limits: limits)
        try state.ask(.addFriends, request(.guest), by: .bot)
        #expect(throws: GatewayRequestError.self) { try state.ask(.addFriends, request(.mod), by: .bot) }
    }
}
