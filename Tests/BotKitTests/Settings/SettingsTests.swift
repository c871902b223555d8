import BotTesting
import Foundation
import Testing

@testable import BotKit

/// A bot whose moderators choose the greeting.
private struct GreeterBot: Bot {
    struct Settings: BotSettings {
        var greeting = "Hello"
        var limit = 5
        var channel: ChannelID?

        static var settings: [Setting<Self>] {
            Setting("greeting", \.greeting, "The first words", vi: "Lời chào", length: 1...20)
            Setting("limit", \.limit, "The limit", vi: "Giới hạn", in: 1...50)
            Setting("channel", \.channel, "The channel", vi: "Kênh")
        }
    }

    static let manifest = Manifest("greeter", needs: [.react, .reply])
    let options: NoOptions

    var commands: [Command<Self>] {
        Command("greet", vi: "Chào") { context in
            let settings = try await context.settings
            return [.reply(Draft("\(settings.greeting) \(settings.limit) \(context.words("friend", vi: "bạn"))"))]
        }
    }
}

struct SettingsTests {
    private static let configuration = """
        version: 1
        bot: { timezone: UTC }
        names: { users: { an: "\(Author.an.id)" } }
        moderation: { users: [an] }
        """

    private func clan() async throws -> TestClan {
        try await TestClan(GreeterBot.self, rules: Self.configuration)
    }

    private func text(_ actions: [Action]) -> String {
        switch actions.first {
        case .reply(let draft), .ephemeral(let draft, _): draft.content.text
        default: "\(actions)"
        }
    }

    @Test func `a moderator's setting holds for the clan and survives a restart`() async throws {
        let clan = try await clan()
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        #expect(try await binh.says("*greet") == [.reply("Hello 5 friend")])
        #expect(try await text(an.says("*settings greeter limit 7")) == "limit is now 7")
        #expect(try await text(an.says("*settings greeter greeting Xin chào nhé")) == "greeting is now Xin chào nhé")
        try await clan.restart()
        #expect(try await binh.says("*greet") == [.reply("Xin chào nhé 7 friend")])
        #expect(try await text(an.says("*settings greeter reset limit")) == "limit is the default again: 5")
        #expect(try await binh.says("*greet") == [.reply("Xin chào nhé 5 friend")])
        let history = try await text(an.says("*settings greeter history"))
        #expect(
            history.split(separator: "\n").map { $0.split(separator: "· ")[1] } == [
                "an: limit 7 → 5", "an: greeting Hello → Xin chào nhé", "an: limit 5 → 7",
            ])
    }

    @Test func `others are told who may change a setting`() async throws {
        let clan = try await clan()
        let refusal = try await text(clan.user("binh").says("*settings greeter limit 7"))
        #expect(refusal == "*settings greeter is restricted to one user chosen by the operator.")
        #expect(try await clan.user("binh").says("*greet") == [.reply("Hello 5 friend")])
    }

    @Test(arguments: [
        ("limit 99", "expected a whole number from 1 to 50"), ("limit many", "expected a whole number from 1 to 50"),
        ("greeting \(String(repeating: "a", count: 21))", "expected a text of 1 to 20 characters"),
        ("speed 9", "no such setting; available: greeting, limit, channel"),
        ("channel 1900000000000000099", "this is not in this clan"),
        ("reset speed", "no such setting"),
    ])
    func `a value that is not accepted is marked and changes nothing`(words: String, reason: String) async throws {
        let clan = try await clan()
        #expect(try await text(clan.user("an").says("*settings greeter \(words)")).contains(reason))
        #expect(try await text(clan.user("an").says("*settings greeter history")) == "The settings have never been changed.")
    }

    @Test func `the form below a listing changes what was entered`() async throws {
        let clan = try await clan()
        let an = clan.user("an")
        let list = try await text(an.says("*settings greeter"))
        #expect(list.contains("• limit: 5 (default) – The limit; a whole number from 1 to 50"))
        #expect(try await text(an.presses("Save", filling: ["limit": "9"])) == "limit is now 9")
        #expect(try await text(an.presses("Save", filling: ["limit": "0"])).contains("limit: expected a whole number"))
        #expect(try await text(clan.user("binh").presses("Save", filling: ["limit": "3"])) == "This button is not for you.")
        #expect(try await an.says("*greet") == [.reply("Hello 9 friend")])
    }

    @Test func `the help shows settings to moderators alone`() async throws {
        let clan = try await clan()
        #expect(try await text(clan.user("an").says("*help")).contains("*settings greeter [name value"))
        #expect(try await !text(clan.user("binh").says("*help")).contains("*settings"))
        #expect(try await text(clan.user("an").says("*settings")).contains("*settings greeter"))
    }

    @Test func `a user's language precedes the clan's`() async throws {
        let clan = try await clan()
        let (an, binh) = (clan.user("an"), clan.user("binh"))
        #expect(try await text(binh.says("*language vi")) == "Tôi sẽ trả lời bạn bằng tiếng Việt.")
        #expect(try await binh.says("*greet") == [.reply("Hello 5 bạn")])
        #expect(try await an.says("*greet") == [.reply("Hello 5 friend")])
        #expect(try await text(binh.says("*help")).hasPrefix("Những lệnh bạn dùng được ở đây"))
        #expect(try await text(binh.says("*language clan vi")).hasPrefix("*language clan chỉ dành cho 1 người"))
        #expect(try await text(an.says("*language clan vi")) == "Bot trong clan này trả lời bằng tiếng Việt.")
        #expect(try await text(an.says("*language en")) == "I answer you in English.")
        try await clan.restart()
        #expect(try await an.says("*greet") == [.reply("Hello 5 friend")])
        #expect(try await text(an.says("*language reset")) == "I use the clan's language for you again.")
        #expect(try await an.says("*greet") == [.reply("Hello 5 bạn")])
    }
}
