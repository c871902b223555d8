import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import Testing

@testable import MezonBotApp

struct StarterConfigurationTests {
    private static let zone = TimeZone(identifier: "Asia/Ho_Chi_Minh") ?? .gmt

    /// Each rule alone and all together, in both languages, with and without a clan and channels.
    private static let all: [StarterConfiguration] = AccountSettings.Locale.allCases.flatMap { language in
        [nil, ClanID(1_900_000_000_000_000_001)].flatMap { clan in
            [nil, ChannelID(1_900_000_000_000_000_014)].flatMap { moderators in
                [[], StarterRule.allCases].flatMap { (rules: [StarterRule]) in
                    (rules.isEmpty ? [[]] + StarterRule.allCases.map { [$0] } : [rules]).map { chosen in
                        StarterConfiguration(
                            language: language, name: "Bé Ba", clan: clan, general: 1_900_000_000_000_000_011,
                            moderators: moderators, rules: chosen, timeZone: zone)
                    }
                }
            }
        }
    }

    @Test func `every choice passes the check without a warning, and the tests of its rules`() {
        #expect(Self.all.count == 64)
        for configuration in Self.all {
            let problems = configuration.problems(bots: BotRegistry([]), connectors: .standard)
            #expect(problems.diagnostics.isEmpty, "\(configuration.text(bots: BotRegistry([])))\n\(problems.human())")
        }
    }

    @Test(
        arguments: [
            (GatewaySelection.local, ["gateway: local"], GatewaySelection.local), (.mezon, [], .mezon),
            (.remote(host: "gw.example.org", port: 8443, isSecure: true), ["https://gw.example.org:8443"], nil),
        ] as [(GatewaySelection, [String], GatewaySelection?)])
    func `the file asks for its gateway, and takes the credentials from the environment`(
        gateway: GatewaySelection, words: [String], expected: GatewaySelection?
    ) throws {
        let text = StarterConfiguration(gateway: gateway).text(bots: BotRegistry([]))
        for word in words + ["${env:MEZON_BOT_ID}", "${env:MEZON_BOT_TOKEN}"] { #expect(text.contains(word), "\(text)") }
        let folder = try TemporaryDirectory()
        try text.write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let environment = gateway == .local ? [:] : ["MEZON_BOT_ID": "42", "MEZON_BOT_TOKEN": "t"]
        let (compiled, report) = CompiledConfiguration.check(
            folder.path + "/config.yaml", registry: BotRegistry([]), environment: environment)
        #expect(report.diagnostics.isEmpty, "\(report.human())")
        #expect(compiled?.configuration.bot.gateway == expected ?? gateway)
    }

    @Test(arguments: [
        ("mezon-bot", true), ("Bé Ba", true), ("R2.D2_x", true), ("", false), (" a", false), ("a\"b", false), ("{{ x }}", false),
        ("a\nb", false), ("a\\b", false), (String(repeating: "a", count: 41), false), ("\u{202E}ab", false),
    ])
    func `a name can stand in messages as it is`(name: String, isValid: Bool) {
        #expect(StarterConfiguration.isName(name) == isValid)
    }
}
