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

    @Test func `a banned person cannot write in that channel, and can in another`() throws {
        var world = try GatewayState.make()
        _ = try world.ban(ban(60), by: .mod, at: .start)
        #expect(throws: GatewayRequestError.channelPermissionDenied) { try world.say("x") }
        _ = try world.say("x", in: .support)
    }

    @Test(arguments: [(59.0, false), (60.0, true)]) func `a ban ends by itself`(seconds: Double, isOver: Bool) throws {
        var world = try GatewayState.make()
        _ = try world.ban(ban(60), by: .mod, at: .start)
        let sent = try? world.send(.make("x"), by: .guest, at: .start.addingTimeInterval(seconds))
        #expect((sent != nil) == isOver)
    }

    @Test func `a ban without a time lasts until it is lifted`() throws {
        var world = try GatewayState.make()
        _ = try world.ban(ban(0), by: .mod, at: .start)
        let years = Date.start.addingTimeInterval(1e9)
        #expect(throws: GatewayRequestError.channelPermissionDenied) { try world.send(.make("x"), by: .guest, at: years) }
        _ = try world.unban(ban(0), by: .mod)
        _ = try world.send(.make("x"), by: .guest, at: years)
    }

    @Test func `bans are listed with the seconds that are left`() throws {
        var world = try GatewayState.make()
        _ = try world.ban(ban(60), by: .mod, at: .start)
        var request = ApiBannedUserListRequest()
        request.clanID = ClanID.lab.rawValue
        let listed = try world.banList(request, by: .mod, at: .start.addingTimeInterval(20)).bannedUsers
        #expect(listed.map(\.bannedID) == [UserID.guest.rawValue])
        #expect(listed.map(\.banTime) == [40])
        #expect(listed.map(\.reason) == ["spam"])
    }

    @Test(arguments: [UserID.secondApp, .guest]) func `moderating needs a role`(user: UserID) throws {
        var world = try GatewayState.make()
        #expect(throws: GatewayRequestError.permissionDenied) { try world.ban(ban(60, [.an]), by: user, at: .start) }
        #expect(throws: GatewayRequestError.permissionDenied) { try world.removeFromClan(kick([.an]), by: user) }
    }

    @Test func `the owner can be neither kicked nor banned`() throws {
        var world = try GatewayState.make()
        #expect(throws: GatewayRequestError.permissionDenied) { try world.removeFromClan(kick([.mod]), by: .bot) }
        #expect(throws: GatewayRequestError.permissionDenied) { try world.ban(ban(60, [.mod]), by: .bot, at: .start) }
    }

    @Test func `a kicked member is told and hears nothing afterwards`() throws {
        var world = try GatewayState.make()
        let pushes = try world.removeFromClan(kick([.guest]), by: .bot)
        #expect(pushes.map(\.receivers) == [[1, 2, 3, 4]])
        #expect(try world.send(.make("gone?"), by: .mod, at: .start).pushes.map(\.receivers) == [[1, 3, 4]])
        #expect(throws: GatewayRequestError.channelNotFound) { try world.say("x") }
    }

    @Test func `an account can ask whether it is banned`() throws {
        var world = try GatewayState.make()
        _ = try world.ban(ban(60), by: .mod, at: .start)
        var request = ApiIsBannedRequest()
        request.channelID = ChannelID.general.rawValue
        let states = try [UserID.guest, .an].map { try world.banState(request, of: $0, at: .start.addingTimeInterval(20)) }
        #expect(states.map(\.isBanned) == [true, false])
        #expect(states.map(\.expiredBanTime) == [40, 0])
    }

    @Test func `members are listed with the time they joined, and a newcomer joins now`() throws {
        var world = try GatewayState.make()
        _ = try world.removeFromClan(kick([.guest]), by: .guest)
        let person = try #require(world.people[.guest])
        let later = Date.start.addingTimeInterval(3600)
        _ = world.welcome(person, to: .lab, at: later)
        var request = ApiListClanUsersRequest()
        request.clanID = ClanID.lab.rawValue
        let times = try world.clanUsers(request, by: .bot).clanUsers.map { ($0.user.id, $0.user.joinTimeSeconds) }
        let joined = Dictionary(uniqueKeysWithValues: times)
        #expect(joined[UserID.guest.rawValue] == GatewayState.seconds(later))
        #expect(joined[UserID.an.rawValue] == GatewayState.seconds(Date.start.addingTimeInterval(-730 * 86_400)))
    }

    @Test func `a pin is told once, and not of what is not there`() throws {
        var world = try GatewayState.make()
        var request = ApiPinMessageRequest()
        request.channelID = ChannelID.general.rawValue
        request.messageID = try world.say("keep this").rawValue
        let reply = try world.pin(request, by: .bot, at: .start)
        guard case .lastPinMessageEvent(let told)? = reply.pushes.first?.message else { throw Missing() }
        #expect((told.messageID, told.operation, told.userID) == (request.messageID, 1, UserID.bot.rawValue))
        #expect(try world.pin(request, by: .bot, at: .start).pushes == [])
        request.messageID = 7
        #expect(throws: GatewayRequestError.notFound) { try world.pin(request, by: .bot, at: .start) }
    }

    @Test func `who talks where is listed to those who read the channel`() throws {
        var world = try GatewayState.make()
        _ = try world.enterVoice(.general, by: .guest)
        _ = try world.enterVoice(.modLog, by: .mod)
        _ = try world.enterVoice(.support, by: .mod)
        _ = try world.leaveVoice(.support, by: .mod)
        var request = ApiListChannelUsersRequest()
        request.clanID = ClanID.lab.rawValue
        func list(_ user: UserID) throws -> [[String]] {
            try world.voiceUsers(request, by: user).voiceChannelUsers.map { ["\($0.channelID)"] + $0.userIds }
        }
        #expect(try list(.guest) == [[ChannelID.general.description, UserID.guest.description]])
        #expect(try list(.bot).count == 2)
    }

    @Test func `any member may leave a clan`() throws {
        var world = try GatewayState.make()
        #expect(try world.removeFromClan(kick([.guest]), by: .guest).count == 1)
    }

    @Test func `a role is given, told to the clan, and allows at once`() throws {
        var world = try GatewayState.make()
        var update = ApiUpdateRoleRequest()
        update.clanID = ClanID.lab.rawValue
        update.roleID = 1_900_000_000_000_000_022
        update.addUserIds = [UserID.secondApp.rawValue]
        let pushes = try world.updateRole(update, by: .mod)
        #expect(pushes.map(\.receivers) == [[1, 2, 3, 4]])
        _ = try world.ban(ban(60), by: .secondApp, at: .start)
    }

    @Test func `a role cannot be granted by an account that holds less`() throws {
        var world = try GatewayState.make()
        var update = ApiUpdateRoleRequest()
        update.clanID = ClanID.lab.rawValue
        update.roleID = 1_900_000_000_000_000_021
        update.addUserIds = [UserID.bot.rawValue]
        #expect(throws: GatewayRequestError.permissionDenied) { try world.updateRole(update, by: .bot) }
    }

    @Test func `somebody taken out of a private channel reads it no more`() throws {
        var world = try GatewayState.make()
        var removal = ApiRemoveChannelUsersRequest()
        removal.channelID = ChannelID.modLog.rawValue
        removal.userIds = [UserID.bot.rawValue]
        _ = try world.removeFromChannel(removal, by: .mod)
        #expect(throws: GatewayRequestError.channelNotFound) { try world.room(.modLog, for: .bot) }
    }

    @Test func `a public channel has no members to remove`() throws {
        var world = try GatewayState.make()
        var removal = ApiRemoveChannelUsersRequest()
        removal.channelID = ChannelID.general.rawValue
        removal.userIds = [UserID.guest.rawValue]
        #expect(throws: GatewayRequestError.invalid("everybody in the clan reads a public channel")) {
            try world.removeFromChannel(removal, by: .mod)
        }
    }
}
