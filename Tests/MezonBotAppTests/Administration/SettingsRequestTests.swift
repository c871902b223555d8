import BotKit
import MezonTestGateway
import Testing

@testable import MezonBotApp

/// Tests requests of the operator about the settings of a bot in two clans.
@Suite(.timeLimit(.minutes(15))) struct SettingsRequestTests {
    private struct Greeter: Bot {
        struct Settings: BotSettings {
            var greeting = "Hello"
            var channel: ChannelID?
            var helper: UserID?

            static var settings: [Setting<Self>] {
                Setting("channel", \.channel, "The channel", vi: "Kênh")
                Setting("helper", \.helper, "The helper", vi: "Người giúp")
                Setting("greeting", \.greeting, "The first words", vi: "Lời chào", length: 1...20)
            }
        }

        static let manifest = Manifest("greeter", needs: [.reply])
        let options: NoOptions

        var commands: [Command<Self>] {
            Command("greet", vi: "Chào") { context in
                let settings = try await context.settings
                return [.reply(Draft(settings.greeting))]
            }
        }
    }

    private func run(
        _ body: @escaping @Sendable (GatewayScenario, GatewayScenario.EventListener, AdminClient) async throws -> Void
    ) async throws {
        let scenario = try await GatewayScenario()
        try await scenario.gateway.join(GatewayScenario.annex, as: "mezon-bot")
        try await scenario.run([.init(bots: [Greeter.self], sections: "bots: { greeter: { enabled_in: all } }")]) { heard in
            try await body(scenario, heard, AdminClient(folder: scenario.dataFolder(of: GatewayScenario.bot)))
        }
    }

    @Test func `a setting of one clan does not hold in another`() async throws {
        try await run { scenario, heard, admin in
            let reply = try await admin.answer(
                to: .change(setting: "greeting", of: "greeter", to: "Xin chào", clan: "annex", by: "operator"))
            #expect(!reply.isRefused)
            var lines: [String] = []
            while !lines.contains(where: { $0.contains("Xin chào") }) {
                lines = try await admin.answer(to: .settings(of: "greeter", clan: "annex")).lines
            }
            let others = try await admin.answer(to: .settings(of: "greeter", clan: "\(GatewayScenario.lab)")).lines
            #expect(!others.contains { $0.contains("Xin chào") })
            try await scenario.gateway.say("*greet", as: "an", in: GatewayScenario.hall)
            #expect(try await heard.text(in: GatewayScenario.hall) == "Xin chào")
            try await scenario.gateway.say("*greet", as: "an", in: GatewayScenario.general)
            #expect(try await heard.text(in: GatewayScenario.general) == "Hello")
        }
    }

    @Test(arguments: [
        ("channel", "#hall", "#hall"), ("channel", "Cellar", "#cellar"), ("channel", "\(GatewayScenario.hall)", "#hall"),
        ("helper", "an", "@an"),
    ])
    func `a channel or user is set by name or id, and listed by name`(setting: String, entry: String, shown: String) async throws
    {
        try await run { _, _, admin in
            // The members are listed after the connection is ready.
            let request = AdminRequest.change(setting: setting, of: "greeter", to: entry, clan: "annex", by: "operator")
            while try await admin.answer(to: request).isRefused {}
            var lines: [String] = []
            while !lines.contains("Changes:") {
                lines = try await admin.answer(to: .settings(of: "greeter", clan: "annex")).lines
            }
            #expect(lines.contains { $0.hasPrefix("\(setting): \(shown) – ") }, "\(lines)")
        }
    }

    @Test func `a name of another clan is refused with the nearest name`() async throws {
        try await run { _, _, admin in
            for (entry, reason) in [
                ("general", "; enter its id if it is not in the list"), ("#hal", "; did you mean '#hall'?"),
            ] {
                let reply = try await admin.answer(
                    to: .change(setting: "channel", of: "greeter", to: entry, clan: "annex", by: "operator"))
                let line = "this clan has no channel '\(entry)' that the bot knows" + reason
                #expect(reply == AdminReply([line], isRefused: true))
            }
        }
    }

    @Test func `an entry selects by the suggested text, then by any name that one alone has`() throws {
        let choices = SettingChoices(
            .user,
            [
                .init(1, "@", ["an", "Nguyễn An"], note: ""), .init(2, "@", ["an2", "An"], note: ""),
                .init(3, "@", ["ba", "Binh"], note: ""), .init(4, "@", ["bb", "binh"], note: ""),
            ])
        for (entry, id) in [("@an", "1"), ("an", "1"), ("AN2", "2"), ("nguyễn an", "1"), ("77", "77"), ("\"@ba\"", "3")] {
            #expect(try choices.value(of: entry) == id)
        }
        let found = ["3 for @ba", "4 for @bb"]
        #expect(throws: AdminError.ambiguousChoice("user", "binh", found: found)) { try choices.value(of: "binh") }
        #expect(throws: AdminError.unknownChoice("user", "", nearest: nil)) { try choices.value(of: "\"\"") }
        let twice = SettingChoices(.channel, [.init(5, "#", ["a"], note: ""), .init(6, "#", ["a"], note: "")])
        #expect(twice.all.map(\.text) == ["#a (5)", "#a (6)"])
        #expect(try twice.value(of: "#a (6)") == "6")
        #expect(throws: AdminError.self) { try twice.value(of: "a") }
    }

    @Test func `a bot is not changed for a clan in which it does not run`() async throws {
        let scenario = try await GatewayScenario()
        try await scenario.gateway.join(GatewayScenario.annex, as: "mezon-bot")
        let sections = "bots: { greeter: { enabled_in: [general] } }"
        try await scenario.run([.init(bots: [Greeter.self], sections: sections)]) { _ async throws -> Void in
            let admin = AdminClient(folder: scenario.dataFolder(of: GatewayScenario.bot))
            func change(_ clan: String) async throws -> AdminReply {
                try await admin.answer(to: .change(setting: "greeting", of: "greeter", to: "hi", clan: clan, by: "operator"))
            }
            #expect(try await change("annex") == AdminReply(["'greeter' does not run in this clan"], isRefused: true))
            #expect(try await change("\(GatewayScenario.lab)").isRefused == false)
        }
    }

    @Test func `a request about an unknown bot or setting, or with a value that is not allowed, is refused`() async throws {
        try await run { _, _, admin in
            let tooLong = String(repeating: "a", count: 21)
            for (setting, bot, value) in [
                ("greeting", "other", "hi"), ("colour", "greeter", "red"), ("greeting", "greeter", tooLong),
            ] {
                let reply = try await admin.answer(
                    to: .change(setting: setting, of: bot, to: value, clan: "annex", by: "operator"))
                #expect(reply.isRefused)
            }
            let reply = try await admin.answer(to: .settings(of: "other", clan: "annex"))
            #expect(reply.lines == ["'other' is no enabled bot with settings; bots with settings: greeter"])
        }
    }
}
