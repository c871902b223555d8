import BotKit
import BotTesting
import Testing

@testable import Bots

struct WelcomeTests {
    private func clan(_ text: String = "", in channel: ChannelID = .general, rules: String? = nil) async throws -> TestClan {
        var options = Welcome.Options()
        options.channel = channel
        options.text = text
        return try await TestClan(Welcome(options: options), rules: rules)
    }

    @Test(arguments: [
        ("Chào {name}!", Draft(Content("Chào @moi!"), mentions: [Self.mention(5)])),
        ("👋{name}", Draft(Content("👋@moi"), mentions: [Self.mention(2)])),
        ("{name}{name}", Draft(Content("@moi{name}"), mentions: [Self.mention(0)])), ("Welcome.", Draft("Welcome.")),
    ])
    func `a joining user is welcomed by name`(text: String, draft: Draft) async throws {
        let clan = try await clan(text)
        let actions = try await clan.user("moi").joins()
        var expected = draft
        for index in expected.mentions.indices { expected.mentions[index].user = clan.user("moi").id }
        #expect(actions == [.send(expected, to: .general)])
    }

    @Test(arguments: [
        ("en", "Welcome, @moi! *help shows what I can do."), ("vi", "Chào mừng @moi! Gõ *help để xem tôi làm được gì."),
    ])
    func `the default welcome text uses the configured language`(locale: String, text: String) async throws {
        let clan = try await clan(rules: "version: 1\nbot: { locale: \(locale) }\n")
        try await clan.user("moi").joins()
        #expect(try clan.messages().map(\.text) == [text])
    }

    @Test func `a user who rejoins within a day is not welcomed again`() async throws {
        let clan = try await clan("hi")
        let moi = clan.user("moi")
        #expect(try await moi.joins() == [.send("hi", to: .general)])
        try await moi.leaves()
        try await clan.restart()
        #expect(try await moi.joins() == [])
        try await moi.leaves()
        try await clan.advance(by: .seconds(86_401))
        #expect(try await moi.joins() == [.send("hi", to: .general)])
    }

    @Test(arguments: [0, 999] as [ChannelID]) func `without a channel of the clan no one is welcomed`(channel: ChannelID)
        async throws
    {
        let clan = try await clan("hi", in: channel)
        #expect(try await clan.user("moi").joins() == [])
        #expect(try await clan.user("an").says("hello") == [])
    }

    private static func mention(_ start: Int) -> Mention {
        Mention(user: 0, username: "moi", range: TextRange(start, start + 4))
    }
}
