import BotKit
import MezonTesting
import Testing

@testable import Bots

struct WhoisTests {
    @Test func `somebody is told with their roles and their first day`() async throws {
        let clan = try await TestClan(Whois.self)
        let binh = clan.user("binh")
        try await clan.give("dev", to: binh)
        #expect(
            try await clan.user("an").says("*whois @binh") == [
                .reply("binh (\(binh.id))\nhere since 2025-12-02\nroles: dev")
            ])
    }

    @Test func `without a name it is about who asks, and a stranger is not known`() async throws {
        let clan = try await TestClan(Whois.self, rules: "version: 1\nbot: { locale: vi }\n")
        let an = clan.user("an")
        #expect(try await an.says("*whois") == [.reply("an (\(an.id))\nở đây từ 2025-12-02")])
        #expect(try await an.says("*whois 1900000000000000999") == [.reply("Tôi không biết gì về người này ở đây.")])
    }
}
