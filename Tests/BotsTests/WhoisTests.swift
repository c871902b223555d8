import BotKit
import BotTesting
import Testing

@testable import Bots

struct WhoisTests {
    @Test func `whois shows roles and join date`() async throws {
        let clan = try await TestClan(Whois.self)
        let binh = clan.user("binh")
        try await clan.give("dev", to: binh)
        let card = Card(
            "binh", footer: Card.Footer("\(binh.id)"),
            fields: [.text("Member since", "2025-12-02", isInline: true), .text("Roles", "dev", isInline: true)])
        #expect(try await clan.user("an").says("*whois @binh") == [.reply(try Draft("").adding(card))])
    }

    @Test func `whois without a name is about the author, and an unknown user is reported`() async throws {
        let clan = try await TestClan(Whois.self, rules: "version: 1\nbot: { locale: vi }\n")
        let an = clan.user("an")
        let card = Card("an", footer: Card.Footer("\(an.id)"), fields: [.text("Ở đây từ", "2025-12-02", isInline: true)])
        #expect(try await an.says("*whois") == [.reply(try Draft("").adding(card))])
        #expect(try await an.says("*whois 1900000000000000999") == [.reply("Tôi không biết gì về người này ở đây.")])
    }
}
