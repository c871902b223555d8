import BotKit
import ChatModel
import Foundation
import HTTPTypes
import HummingbirdCore
import Testing

@testable import BotTesting
@testable import Console
@testable import MezonBotApp

/// The settings of two bots in the clans `blue` and `red`; one of the bots runs in `blue` alone.
@Suite(.timeLimit(.minutes(15)))
struct SettingsViewTests {
    private struct Greeter: Bot {
        struct Settings: BotSettings {
            var greeting = "Hello"
            var limit = 5
            var channel: ChannelID?
            var role: RoleID?
            var helper: UserID?

            static var settings: [Setting<Self>] {
                Setting("greeting", \.greeting, "The first words", vi: "Lời chào", length: 0...2000)
                Setting("limit", \.limit, "The limit", vi: "Giới hạn", in: 1...50)
                Setting("channel", \.channel, "The channel", vi: "Kênh")
                Setting("role", \.role, "The role", vi: "Vai trò")
                Setting("helper", \.helper, "The helper", vi: "Người giúp")
            }
        }

        static let manifest = Manifest("greeter", "Greets people.", needs: [.reply])
        let options: NoOptions
    }

    private struct Painter: Bot {
        struct Settings: BotSettings {
            var colour = "green"
            static var settings: [Setting<Self>] { Setting("colour", \.colour, "The colour", vi: "Màu") }
        }

        static let manifest = Manifest("painter", "Paints.", needs: [.reply])
        let options: NoOptions
    }

    private static let config = """
        bot: { timezone: UTC }
        names:
          clans: { blue: "101", red: "102" }
          channels: { blue-hall: "1900000000000000011", red-hall: "1021" }
          users: { bluebinh: "\(Author.binh.id)" }
        moderation: { channel: blue-hall, users: [bluebinh] }
        bots: { greeter: { enabled_in: all }, painter: { enabled_in: [blue-hall] } }
        """

    private static func console() async throws -> ConsoleHarness {
        var setup = TestClanSetup()
        setup.clan = "blue"
        setup.channels = [.init(name: "blue-hall"), .init(name: "red-hall", clan: "red")]
        setup.people = [.init(id: "binh", name: "bluebinh"), .init(id: "an", name: "an", clans: ["red"])]
        return try await ConsoleHarness(config: config, bots: [Greeter.self, Painter.self], clans: setup)
    }

    private static let red = ClanScope.clans([102])
    private static let edit = "/settings/edit?clan=102&bot=greeter&name="

    @Test func `a clan's settings are shown with type, value, author and history`() async throws {
        let console = try await Self.console()
        let clan = try #require(console.clan)
        let binh = clan.user("bluebinh")
        try await binh.says("*settings greeter limit 7", in: "blue-hall")
        try await binh.says("*settings greeter channel \(clan.channel("blue-hall"))", in: "blue-hall")
        try await binh.says("*settings greeter greeting <script>alert(1)</script>", in: "blue-hall")
        let cookie = try console.signIn().cookie
        let text = try await console.send(.get, "/settings?clan=101", cookie: cookie).text()
        for part in [
            "Greets people.", "a whole number from 1 to 50", "<bdi>7</bdi>", "<bdi>bluebinh, ",
            "&lt;script&gt;", "<bdi>#blue-hall</bdi>", "/settings/edit?clan=101&amp;bot=greeter&amp;name=limit", "painter",
        ] {
            #expect(text.contains(part), "\(part) is missing after \(clan.transcript)")
        }
        #expect(!text.contains("<script>alert"))
        let other = try await console.send(.get, "/settings?clan=102", cookie: cookie).text()
        #expect(other.contains("<bdi>5</bdi> <span class=\"badge\">default</span>") && !other.contains("painter"))
        #expect(!other.contains("bluebinh"))
        let form = try await console.send(.get, "/settings/edit?clan=101&bot=greeter&name=limit", cookie: cookie).text()
        #expect(
            form.contains("<bdi>bluebinh</bdi>") && form.contains("<bdi>5</bdi> → <bdi>7</bdi>") && form.contains("id=\"reset\""))
        #expect(!form.contains("alert(1)"))
        let others = try await console.send(.get, "/settings/edit?clan=102&bot=greeter&name=limit", cookie: cookie).text()
        #expect(!others.contains("History") && !others.contains("bluebinh"))
    }

    @Test func `the page and the form are Vietnamese for a Vietnamese browser`() async throws {
        let console = try await Self.console()
        let cookie = try console.signIn().cookie
        for path in ["/settings?clan=102", Self.edit + "greeting"] {
            let text = try await console.send(.get, path, cookie: cookie, language: "vi").text()
            #expect(text.contains("Lời chào") && text.contains("đoạn văn từ 0 đến 2000 ký tự") && text.contains("mặc định"))
        }
    }

    @Test func `a form requests the change that the commands request`() async throws {
        let console = try await Self.console()
        let browser = try console.signIn(to: Self.red)
        let form = try await console.send(.get, Self.edit + "greeting", cookie: browser.cookie).text()
        #expect(
            form.contains("action=\"/settings/102\"") && form.contains(">\nHello</textarea>") && !form.contains("id=\"reset\""))
        let long = String(repeating: "ế", count: 2000)
        for fields in [["value": "Xin\r\nchào"], ["value": " "], ["value": "x", "reset": "yes"], ["value": long]] {
            let fields = fields.merging(["bot": "greeter", "name": "greeting"]) { $1 }
            let response = try await console.post("/settings/102", fields, as: browser)
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "/settings?clan=102")
        }
        #expect(
            console.requests
                == ["Xin\nchào", "\"\"", nil, long].map {
                    .change(setting: "greeting", of: "greeter", to: $0, clan: "102", by: "console")
                })
    }

    @Test(arguments: [
        ("channel", "<option value=\"#red-hall\">"), ("role", "<option value=\"@bot\">"), ("helper", "<option value=\"@an\">"),
    ])
    func `channels, roles and users are suggested by name, from the clan alone`(name: String, option: String) async throws {
        let console = try await Self.console()
        let browser = try console.signIn(to: Self.red)
        let form = try await console.send(.get, Self.edit + name, cookie: browser.cookie).text()
        #expect(form.contains("list=\"choices\"") && form.contains(option), "\(form)")
        #expect(!form.contains("<textarea") && !form.contains("blue") && !form.contains("The list has"))
    }

    @Test func `the suggestions are limited, and the chosen value is shown by name`() async throws {
        let channels = (0...SettingView.maxChoices).map { TestClanSetup.ChannelSetup(name: "room-\($0)") }
        var setup = TestClanSetup()
        setup.clan = "blue"
        setup.channels = [.init(name: "blue-hall")] + channels
        setup.people = [.init(id: "binh", name: "bluebinh")]
        let console = try await ConsoleHarness(config: Self.config, bots: [Greeter.self, Painter.self], clans: setup)
        let clan = try #require(console.clan)
        try await clan.user("bluebinh").says("*settings greeter channel \(clan.channel("blue-hall"))", in: "blue-hall")
        let address = "/settings/edit?clan=101&bot=greeter&name=channel"
        let form = try await console.send(.get, address, cookie: try console.signIn().cookie).text()
        #expect(form.split(separator: "<option value").count == SettingView.maxChoices + 1)
        #expect(form.contains("The list has 500 of ") && form.contains("value=\"#blue-hall\" list="))
    }

    @Test func `a refusal of the bot is shown on the next page`() async throws {
        let console = try await Self.console()
        console.answer { _ in AdminReply(["limit: expected a whole number from 1 to 50"], isRefused: true) }
        let browser = try console.signIn()
        _ = try await console.post("/settings/102", ["bot": "greeter", "name": "limit", "value": "many"], as: browser)
        let text = try await console.send(.get, "/settings?clan=102", cookie: browser.cookie).text()
        #expect(text.contains("notice refused") && text.contains("expected a whole number from 1 to 50"))
    }

    @Test(arguments: [
        "/settings?clan=101", "/settings?clan=0", "/settings?clan=x", "/settings/edit?clan=101&bot=greeter&name=limit",
    ])
    func `another clan does not exist for a session of one clan`(path: String) async throws {
        let console = try await Self.console()
        let browser = try console.signIn(to: Self.red)
        #expect(try await console.send(.get, path, cookie: browser.cookie).status == .notFound)
        let first = try await console.send(.get, "/settings", cookie: browser.cookie).text()
        #expect(first.contains("greeter") && !first.contains("blue") && !first.contains("painter"))
    }

    @Test(arguments: [
        ("/settings/101", "greeter"), ("/settings/102", "painter"), ("/settings/102", "other"), ("/settings/999", "greeter"),
    ])
    func `nothing is requested for another clan, or a bot that does not run there`(path: String, bot: String) async throws {
        let console = try await Self.console()
        let response = try await console.post(
            path, ["bot": bot, "name": "limit", "value": "7"], as: try console.signIn(to: Self.red))
        #expect(response.status == .notFound)
        #expect(console.requests.isEmpty)
    }

    @Test(arguments: ["/settings/edit?clan=102&bot=greeter&name=other", "/settings/edit?clan=102&bot=painter&name=colour"])
    func `an unknown setting has no form`(path: String) async throws {
        let console = try await Self.console()
        #expect(try await console.send(.get, path, cookie: try console.signIn().cookie).status == .notFound)
    }

    @Test func `a form without the session's token changes nothing`() async throws {
        let console = try await Self.console()
        let response = try await console.send(
            .post, "/settings/102", cookie: try console.signIn().cookie, origin: "http://\(ConsoleHarness.host)",
            body: "bot=greeter&name=limit&value=7")
        #expect(response.status == .forbidden)
        #expect(console.requests.isEmpty)
    }
}
