import Foundation
import MezonModel
import MezonWire
import Testing

@testable import LocalGateway

@Suite struct WorldModerationTests {
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
        var world = try World.make()
        _ = try world.ban(ban(60), by: .mod, at: .start)
        #expect(throws: Refusal.channelPermissionDenied) { try world.say("x") }
        _ = try world.say("x", in: .support)
    }

    @Test(arguments: [(59.0, false), (60.0, true)]) func `a ban ends by itself`(seconds: Double, isOver: Bool) throws {
        var world = try World.make()
        _ = try world.ban(ban(60), by: .mod, at: .start)
        let sent = try? world.send(.make("x"), by: .guest, at: .start.addingTimeInterval(seconds))
        #expect((sent != nil) == isOver)
    }

    @Test func `a ban without a time lasts until it is lifted`() throws {
        var world = try World.make()
        _ = try world.ban(ban(0), by: .mod, at: .start)
        let years = Date.start.addingTimeInterval(1e9)
        #expect(throws: Refusal.channelPermissionDenied) { try world.send(.make("x"), by: .guest, at: years) }
        _ = try world.unban(ban(0), by: .mod)
        _ = try world.send(.make("x"), by: .guest, at: years)
    }

    @Test func `bans are listed with the seconds that are left`() throws {
        var world = try World.make()
        _ = try world.ban(ban(60), by: .mod, at: .start)
        var request = ApiBannedUserListRequest()
        request.clanID = ClanID.lab.rawValue
        let listed = try world.banList(request, by: .mod, at: .start.addingTimeInterval(20)).bannedUsers
        #expect(listed.map(\.bannedID) == [UserID.guest.rawValue])
        #expect(listed.map(\.banTime) == [40])
        #expect(listed.map(\.reason) == ["spam"])
    }

    @Test(arguments: [UserID.secondApp, .guest]) func `moderating needs a role`(user: UserID) throws {
        var world = try World.make()
        #expect(throws: Refusal.permissionDenied) { try world.ban(ban(60, [.an]), by: user, at: .start) }
        #expect(throws: Refusal.permissionDenied) { try world.removeFromClan(kick([.an]), by: user) }
    }

    @Test func `the owner can be neither kicked nor banned`() throws {
        var world = try World.make()
        #expect(throws: Refusal.permissionDenied) { try world.removeFromClan(kick([.mod]), by: .bot) }
        #expect(throws: Refusal.permissionDenied) { try world.ban(ban(60, [.mod]), by: .bot, at: .start) }
    }

    @Test func `a kicked person hears of it and nothing after`() throws {
        var world = try World.make()
        let pushes = try world.removeFromClan(kick([.guest]), by: .bot)
        #expect(pushes.map(\.receivers) == [[1, 2, 3, 4]])
        #expect(try world.send(.make("gone?"), by: .mod, at: .start).pushes.map(\.receivers) == [[1, 3, 4]])
        #expect(throws: Refusal.channelNotFound) { try world.say("x") }
    }

    @Test func `everybody may leave`() throws {
        var world = try World.make()
        #expect(try world.removeFromClan(kick([.guest]), by: .guest).count == 1)
    }

    @Test func `a role is given, told to the clan, and allows at once`() throws {
        var world = try World.make()
        var update = ApiUpdateRoleRequest()
        update.clanID = ClanID.lab.rawValue
        update.roleID = 1_900_000_000_000_000_022
        update.addUserIds = [UserID.secondApp.rawValue]
        let pushes = try world.updateRole(update, by: .mod)
        #expect(pushes.map(\.receivers) == [[1, 2, 3, 4]])
        _ = try world.ban(ban(60), by: .secondApp, at: .start)
    }

    @Test func `nobody hands out a right that they do not have`() throws {
        var world = try World.make()
        var update = ApiUpdateRoleRequest()
        update.clanID = ClanID.lab.rawValue
        update.roleID = 1_900_000_000_000_000_021
        update.addUserIds = [UserID.bot.rawValue]
        #expect(throws: Refusal.permissionDenied) { try world.updateRole(update, by: .bot) }
    }

    @Test func `somebody taken out of a private channel reads it no more`() throws {
        var world = try World.make()
        var removal = ApiRemoveChannelUsersRequest()
        removal.channelID = ChannelID.modLog.rawValue
        removal.userIds = [UserID.bot.rawValue]
        _ = try world.removeFromChannel(removal, by: .mod)
        #expect(throws: Refusal.channelNotFound) { try world.room(.modLog, for: .bot) }
    }

    @Test func `nobody is taken out of a public channel`() throws {
        var world = try World.make()
        var removal = ApiRemoveChannelUsersRequest()
        removal.channelID = ChannelID.general.rawValue
        removal.userIds = [UserID.guest.rawValue]
        #expect(throws: Refusal.invalid("everybody in the clan reads a public channel")) {
            try world.removeFromChannel(removal, by: .mod)
        }
    }
}
