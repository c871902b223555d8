import BotKit
import BotTesting
import Testing

@testable import Bots

struct RolesTests {
    private func clan(_ locale: String = "en") async throws -> TestClan {
        let ids = try await TestClan(Ping.self)  // The ids follow from the names.
        var options = Roles.Options()
        options.roles = [ids.role("dev"), ids.role("Thiết kế"), 99]
        let clan = try await TestClan(Roles(options: options), rules: "version: 1\nbot: { locale: \(locale) }\n")
        for role in ["dev", "Thiết kế", "admin"] { try await clan.give(role, to: clan.user("binh")) }
        return clan
    }

    @Test(arguments: ["dev", "DEV", "@dev", "Dev"])
    func `a listed role is added and removed on request`(word: String) async throws {
        let clan = try await clan()
        let an = clan.user("an")
        #expect(
            try await an.says("*role add \(word)") == [
                .member(.addRole(clan.role("dev"), to: an.id, of: .test)), .reply("You now have the role dev."),
            ])
        #expect(try await an.says("*role add \(word)") == [.reply("You already have the role dev.")])
        #expect(
            try await an.says("*role remove \(word)") == [
                .member(.removeRole(clan.role("dev"), from: an.id, of: .test)), .reply("You no longer have the role dev."),
            ])
        #expect(try await an.says("*role remove \(word)") == [.reply("You do not have the role dev.")])
    }

    @Test func `role names ignore diacritics, and unknown roles are not offered`() async throws {
        let clan = try await clan("vi")
        #expect(try await clan.user("an").says("*role list") == [.reply("• dev\n• Thiết kế")])
        #expect(try await clan.user("an").says("*role add thiet ke").last == .reply("Bạn nhận được vai trò Thiết kế."))
    }

    @Test(arguments: ["admin", "99", "de", "dev dev"])
    func `an unlisted role is not added`(word: String) async throws {
        let clan = try await clan()
        let actions = try await clan.user("an").says("*role add \(word)")
        #expect(actions.count == 1)
        #expect("\(actions)".contains("this role cannot be chosen; available: dev, Thiết kế"))
    }

    @Test func `without options there is no role to choose`() async throws {
        let clan = try await TestClan(Roles.self)
        #expect(try await clan.user("an").says("*role list") == [.reply("No roles are available.")])
    }
}
