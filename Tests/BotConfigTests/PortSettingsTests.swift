import MezonModel
import Testing

@testable import BotConfig

@Suite struct PortSettingsTests {
    private static func load(_ ports: String) throws -> LoadedConfiguration {
        try TemporaryFolder([
            "config.yaml": """
            version: 1
            bot: { gateway: local }
            ports:
              net:
            \(ports.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
            rules: []
            """
        ]).load(environment: ["PASSWORD": "s3cret"])
    }

    @Test func `a network is read with its account, its pace and its channels, which are names`() throws {
        let loaded = try Self.load(
            """
            irc:
              { host: irc.example.org, nick: bot, username: robot, password: "${env:PASSWORD}", sasl: { user: me, password: "${env:PASSWORD}" }, pace: { burst: 2, every: 3s } }
            channels:
              swift: "#Swift"
              inner: { name: "#inner", key: "${env:PASSWORD}" }
            """)
        #expect(loaded.diagnostics.filter { $0.severity == .error } == [])
        let configuration = try #require(loaded.configuration)
        let secret = Secret("s3cret")
        #expect(
            configuration.ports.map(\.network) == [
                .irc(
                    IRCSettings(
                        host: "irc.example.org", port: 6697, nick: "bot", username: "robot", password: secret,
                        sasl: .init(user: "me", password: secret), rooms: [.init("#Swift"), .init("#inner", key: secret)],
                        pace: .init(burst: 2, every: .seconds(3))))
            ])
        // However the network spells it.
        let id = ChannelID(port: "net", room: "#swift")
        #expect(configuration.ports[0].rooms.first == .init(id: id, name: "#Swift"))
        #expect(configuration.names.name(of: id) == "swift")
    }

    @Test func `a server without TLS is reached at its own port`() throws {
        let loaded = try Self.load("irc: { host: localhost, nick: bot, tls: off }")
        #expect(
            loaded.configuration?.ports.map(\.network) == [
                .irc(IRCSettings(host: "localhost", port: 6667, tls: .off, nick: "bot"))
            ])
    }

    @Test(arguments: [
        ("channels: { a: \"#a\" }", ["missing-key"]), ("irc: { nick: bot }", ["missing-key"]),
        ("irc: { host: irc.example.org }", ["missing-key"]), ("irc: { host: \"irc://x/\", nick: bot }", ["bad-host"]),
        ("irc: { host: x, nick: \"a b\" }", ["bad-nick"]), ("irc: { host: x, nick: bot, tls: maybe }", ["unknown-word"]),
        ("irc: { host: x, nick: bot, port: 0 }", ["wrong-number"]),
        ("irc: { host: x, nick: bot, password: plain }", ["secret-in-file"]),
        ("irc: { host: x, nick: bot, password: \"${env:NOTHING}\" }", ["unset-variable"]),
        ("irc: { host: x, nick: bot, hots: y }", ["unknown-key"]),
        ("irc: { host: x, nick: bot }\nchannels: { a: swift }", ["bad-channel"]),
        ("irc: { host: x, nick: bot }\nchannels: { a: \"#a b\" }", ["bad-channel"]),
        ("irc: { host: x, nick: bot }\nchannels: { a: \"#a\", b: \"#A\" }", ["duplicate-name"]),
    ])
    func `what cannot be meant is an error at its place`(ports: String, codes: [String]) throws {
        let loaded = try Self.load(ports)
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.code) == codes)
        #expect(!loaded.diagnostics.contains { $0.message.contains("plain") })
    }
}
