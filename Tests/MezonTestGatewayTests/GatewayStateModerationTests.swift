import ChatModel
import Foundation
import MezonProtocol
import Testing

@testable import MezonTestGateway

@Suite struct GatewayStateModerationTests {
    private func ban(_ seconds: Int32, _ users: [UserID] = [.guest], in channel: ChannelID = .general) -> ApiBanClanUsersRequest {
        var ban = ApiBanClanUsersRequest()
        ban.clanID = ClanID.lab.rawValue
        ban.channelID = channel.rawValue
        ban.userIds = users.map(\.rawValue)
        ban.banTime = seconds
        ban.reason = "spam"
        return ban
    }

    private func kick(_ users: [UserID]) -> ApiRemoveClanUsersRequest {
        var kick = ApiRemoveClanUsersRequest()
        kick.clanID = ClanID.lab.rawValue
        kick.userIds = users.map(\.rawValue)
        return kick
    }

    @Test func `a banned user cannot write in that channel, but in another`() throws {
        var state = try GatewayState.make()
        _ = try state.ban(ban(60), by: .mod, at: .start)
        #expect(throws: GatewayRequestError.channelPermissionDenied) { try state.say("x") }
        _ = try state.say("x", in: .support)
    }

    @Test(arguments: [(59.0, false), (60.0, true)]) func `a ban ends after its duration`(seconds: Double, isOver: Bool) throws {
        var state = try GatewayState.make()
        _ = try state.ban(ban(60), by: .mod, at: .start)
        let sent = try? state.send(.make("x"), by: .guest, at: .start.addingTimeInterval(seconds))
        #expect((sent != nil) == isOver)
    }

    @Test func `a ban without a duration lasts until it is lifted`() throws {
        var state = try GatewayState.make()
        _ = try state.ban(ban(0), by: .mod, at: .start)
        let years = Date.start.addingTimeInterval(1e9)
        #expect(throws: GatewayRequestError.channelPermissionDenied) { try state.send(.make("x"), by: .guest, at: years) }
        _ = try state.unban(ban(0), by: .mod)
        _ = try state.send(.make("x"), by: .guest, at: years)
    }

    @Test func `bans are listed with their remaining seconds`() throws {
        var state = try GatewayState.make()
        _ = try state.ban(ban(60), by: .mod, at: .start)
        var request = ApiBannedUserListRequest()
        request.clanID = ClanID.lab.rawValue
        let listed = try state.banList(request, by: .mod, at: .start.addingTimeInterval(20)).bannedUsers
        #expect(listed.map(\.bannedID) == [UserID.guest.rawValue])
        #expect(listed.map(\.banTime) == [40])
        #expect(listed.map(\.reason) == ["spam"])
    }

    @Test(arguments: [UserID.secondApp, .guest]) func `moderation requires a role`(user: UserID) throws {
        var state = try GatewayState.make()
        #expect(throws: GatewayRequestError.permissionDenied) { try state.ban(ban(60, [.an]), by: user, at: .start) }
        #expect(throws: GatewayRequestError.permissionDenied) { try state.removeFromClan(kick([.an]), by: user) }
    }

    @Test func `the owner can be neither kicked nor banned`() throws {
        var state = try GatewayState.make()
        #expect(throws: GatewayRequestError.permissionDenied) { try state.removeFromClan(kick([.mod]), by: .bot) }
        #expect(throws: GatewayRequestError.permissionDenied) { try state.ban(ban(60, [.mod]), by: .bot, at: .start) }
    }

    @Test func `a kicked member receives the event and no further events`() throws {
        var state = try GatewayState.make()
        let pushes = try state.removeFromClan(kick([.guest]), by: .bot)
        #expect(pushes.map(\.receivers) == [[1, 2, 3, 4]])
        #expect(try state.send(.make("gone?"), by: .mod, at: .start).pushes.map(\.receivers) == [[1, 3, 4]])
        #expect(throws: GatewayRequestError.channelNotFound) { try state.say("x") }
    }

    @Test func `an account can ask whether it is banned`() throws {
        var state = try GatewayState.make()
        _ = try state.ban(ban(60), by: .mod, at: .start)
        var request = ApiIsBannedRequest()
        request.channelID = ChannelID.general.rawValue
        let states = try [UserID.guest, .an].map { try state.banState(request, of: $0, at: .start.addingTimeInterval(20)) }
        #expect(states.map(\.isBanned) == [true, false])
        #expect(states.map(\.expiredBanTime) == [40, 0])
    }

    @Test func `members are listed with the time they joined`() throws {
        var state = try GatewayState.make()
        _ = try state.removeFromClan(kick([.guest]), by: .guest)
        let user = try #require(state.usersByID[.guest])
        let later = Date.start.addingTimeInterval(3600)
        _ = state.addMember(user, to: .lab, at: later)
        var request = ApiListClanUsersRequest()
        request.clanID = ClanID.lab.rawValue
        let times = try state.clanUsers(request, by: .bot).clanUsers.map { ($0.user.id, $0.user.joinTimeSeconds) }
        let joined = Dictionary(uniqueKeysWithValues: times)
        #expect(joined[UserID.guest.rawValue] == GatewayState.seconds(later))
        #expect(joined[UserID.an.rawValue] == GatewayState.seconds(Date.start.addingTimeInterval(-730 * 86_400)))
    }

    @Test func `a pin is pushed once, and a missing message cannot be pinned`() throws {
        var state = try GatewayState.make()
        var request = ApiPinMessageRequest()
        request.channelID = ChannelID.general.rawValue
        request.messageID = try state.say("keep this").rawValue
        let reply = try state.pin(request, by: .bot, at: .start)
        guard case .lastPinMessageEvent(let pinned)? = reply.pushes.first?.message else { throw Missing() }
        #expect((pinned.messageID, pinned.operation, pinned.userID) == (request.messageID, 1, UserID.bot.rawValue))
        #expect(try state.pin(request, by: .bot, at: .start).pushes == [])
        request.messageID = 7
        #expect(throws: GatewayRequestError.notFound) { try state.pin(request, by: .bot, at: .start) }
    }

    @Test func `voice users are listed for readers of the channel`() throws {
        var state = try GatewayState.make()
        _ = try state.enterVoice(.general, by: .guest)
        _ = try state.enterVoice(.modLog, by: .mod)
        _ = try state.enterVoice(.support, by: .mod)
        _ = try state.leaveVoice(.support, by: .mod)
        var request = ApiListChannelUsersRequest()
        request.clanID = ClanID.lab.rawValue
        func list(_ user: UserID) throws -> [[String]] {
            try state.voiceUsers(request, by: user).voiceChannelUsers.map { ["\($0.channelID)"] + $0.userIds }
        }
        #expect(try list(.guest) == [[ChannelID.general.description, UserID.guest.description]])
        #expect(try list(.bot).count == 2)
    }

    @Test func `any member may leave a clan`() throws {
        var state = try GatewayState.make()
        #expect(try state.removeFromClan(kick([.guest]), by: .guest).count == 1)
    }

    @Test func `a granted role is pushed to the clan and takes effect immediately`() throws {
        var state = try GatewayState.make()
        var update = ApiUpdateRoleRequest()
        update.clanID = ClanID.lab.rawValue
        update.roleID = 1_900_000_000_000_000_022
        update.addUserIds = [UserID.secondApp.rawValue]
        let pushes = try state.updateRole(update, by: .mod)
        #expect(pushes.map(\.receivers) == [[1, 2, 3, 4]])
        _ = try state.ban(ban(60), by: .secondApp, at: .start)
    }

    @Test func `a role cannot be granted by an account that holds less`() throws {
        var state = try GatewayState.make()
        var update = ApiUpdateRoleRequest()
        update.clanID = ClanID.lab.rawValue
        update.roleID = 1_900_000_000_000_000_021
        update.addUserIds = [UserID.bot.rawValue]
        #expect(throws: GatewayRequestError.permissionDenied) { try state.updateRole(update, by: .bot) }
    }

    @Test func `a user removed from a private channel can no longer read it`() throws {
        var state = try GatewayState.make()
        var removal = ApiRemoveChannelUsersRequest()
        removal.channelID = ChannelID.modLog.rawValue
        removal.userIds = [UserID.bot.rawValue]
        _ = try state.removeFromChannel(removal, by: .mod)
        #expect(throws: GatewayRequestError.channelNotFound) { try state.room(.modLog, for: .bot) }
    }

    @Test func `a public channel has no members to remove`() throws {
        var state = try GatewayState.make()
        var removal = ApiRemoveChannelUsersRequest()
        removal.channelID = ChannelID.general.rawValue
        removal.userIds = [UserID.guest.rawValue]
        #expect(throws: GatewayRequestError.invalid("everybody in the clan reads a public channel")) {
            try state.removeFromChannel(removal, by: .mod)
        }
    }
}
