import BotKit
import BotTesting
import Testing

@testable import Bots

struct WhoisTests {
    @Test func `whois shows roles and join date`() async throws {
        let clan = try await TestClan(Whois.self)
        let binh = clan.user("binh")
        try await clan.give("dev", to: binh)
        #expect(
            try await clan.user("an").says("*whois @binh") == [
                .reply("binh (\(binh.id))\nmember since 2025-12-02\nroles: dev")
            ])
    }

    @Test func `whois without a name is about the author, and an unknown user is reported`() async throws {
        let clan = try await TestClan(Whois.self, rules: "version: 1\nbot: { locale: vi }\n")
        let an = clan.user("an")
        #expect(try await an.says("*whois") == [.reply("an (\(an.id))\nở đây từ 2025-12-02")])
        #expect(try await an.says("*whois 1900000000000000999") == [.reply("Tôi không biết gì về người này ở đây.")])
    }
}
