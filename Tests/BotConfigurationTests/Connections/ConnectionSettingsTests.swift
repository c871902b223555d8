import ChatModel
import Testing

@testable import BotConfiguration

@Suite struct ConnectionSettingsTests {
    private static func load(_ ports: String) throws -> LoadedConfiguration {
        try TemporaryDirectory([
            "config.yaml": """
            version: 1
            bot: { gateway: local }
            connections:
              net:
            \(ports.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
            rules: []
            """
        ]).load(environment: ["PASSWORD": "s3cret", "URL": "https://x.example/a"])
    }

    @Test func `an IRC connection is decoded with account, rate limit and channels`() throws {
        let loaded = try Self.load(
            """
            irc:
              { host: irc.example.org, nick: bot, username: robot, password: "${env:PASSWORD}", sasl: { user: me, password: "${env:PASSWORD}" }, rate_limit: { burst: 2, every: 3s } }
            channels:
              swift: "#Swift"
              inner: { name: "#inner", key: "${env:PASSWORD}" }
            """)
        #expect(loaded.diagnostics.filter { $0.severity == .error } == [])
        let configuration = try #require(loaded.configuration)
        let secret = Secret("s3cret")
        #expect(
            configuration.connections.map(\.network) == [
                .init(
                    IRCSettings(
                        host: "irc.example.org", port: 6697, nick: "bot", username: "robot", password: secret,
                        sasl: .init(user: "me", password: secret), channels: [.init("#Swift"), .init("#inner", key: secret)],
                        pace: .init(burst: 2, every: .seconds(3))))
            ])
        // Regardless of the network's spelling.
        let id = ChannelID(connection: "net", channel: "#swift")
        #expect(configuration.connections[0].channels.first == .init(id: id, name: "#Swift"))
        #expect(configuration.names.name(of: id) == "swift")
    }

    private static func login(_ sasl: String) throws -> IRCSettings.Login? {
        let loaded = try load("irc: { host: x, nick: bot, sasl: { \(sasl) } }")
        #expect(loaded.diagnostics.filter { $0.severity == .error } == [])
        guard let irc = loaded.configuration?.connections.first?.network.settings as? IRCSettings else { return nil }
        return irc.sasl
    }

    @Test func `an IRC login is decoded with its mechanism or certificate`() throws {
        let secret = Secret("s3cret")
        let word = "user: me, password: \"${env:PASSWORD}\""
        #expect(try Self.login(word) == .password(user: "me", secret))
        #expect(try Self.login(word + ", mechanism: scram-sha-256") == .password(user: "me", secret, .scramSHA256))
        #expect(try Self.login(word + ", mechanism: plain") == .password(user: "me", secret, .plain))
        guard case .certificate(let own, let user)? = try Self.login("certificate: config.yaml, mechanism: external") else {
            Issue.record("no certificate was read")
            return
        }
        #expect(own.file.hasSuffix("/config.yaml") && own.key == own.file && user == nil)
    }

    @Test(arguments: [
        ("user: me", ["missing-key"]), ("password: \"${env:PASSWORD}\"", ["missing-key"]),
        ("certificate: nope.pem", ["unreadable-file"]), ("certificate: config.yaml, key: nope.pem", ["unreadable-file"]),
        ("certificate: config.yaml, mechanism: plain", ["contradiction"]),
        ("user: me, password: \"${env:PASSWORD}\", mechanism: external", ["contradiction"]),
        ("user: me, password: \"${env:PASSWORD}\", mechanism: md5", ["unknown-word"]),
        ("user: \"a\\0b\", password: \"${env:PASSWORD}\"", ["bad-account"]),
    ])
    func `an invalid IRC login is an error`(sasl: String, codes: [String]) throws {
        let loaded = try Self.load("irc: { host: x, nick: bot, sasl: { \(sasl) } }")
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.code) == codes)
    }

    @Test func `a client certificate without TLS is an error`() throws {
        let loaded = try Self.load("irc: { host: localhost, nick: bot, tls: off, sasl: { certificate: config.yaml } }")
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.code) == ["contradiction"])
    }

    @Test func `an IRC server without TLS uses port 6667`() throws {
        let loaded = try Self.load("irc: { host: localhost, nick: bot, tls: off }")
        #expect(
            loaded.configuration?.connections.map(\.network) == [
                .init(IRCSettings(host: "localhost", port: 6667, tls: .off, nick: "bot"))
            ])
    }

    @Test(arguments: [
        ("channels: { a: \"#a\" }", ["missing-key"]), ("irc: { nick: bot }", ["missing-key"]),
        ("irc: { host: irc.example.org }", ["missing-key"]), ("irc: { host: \"irc://x/\", nick: bot }", ["bad-host"]),
        ("irc: { host: x, nick: \"a b\" }", ["bad-nick"]), ("irc: { host: x, nick: bot, tls: maybe }", ["unknown-word"]),
        ("irc: { host: x, nick: bot, port: 0 }", ["wrong-number"]),
        ("irc: { host: x, nick: bot, password: l1teral }", ["secret-in-file"]),
        ("irc: { host: x, nick: bot, password: \"${env:NOTHING}\" }", ["unset-variable"]),
        ("irc: { host: x, nick: bot, hots: y }", ["unknown-key"]),
        ("irc: { host: x, nick: bot }\nfiles: { max_size: 1MB }", ["contradiction"]),
        ("irc: { host: x, nick: bot }\nfiles: { max_size: 1GB }", ["bad-size", "contradiction"]),
        ("irc: { host: x, nick: bot }\nfiles: { least: 1MB }", ["unknown-key", "contradiction"]),
        ("irc: { host: x, nick: bot }\nchannels: { a: swift }", ["bad-channel"]),
        ("irc: { host: x, nick: bot }\nchannels: { a: \"#a b\" }", ["bad-channel"]),
        ("irc: { host: x, nick: bot }\nchannels: { a: \"#a\", b: \"#A\" }", ["duplicate-name"]),
        ("irc: { host: x, nick: bot }\nchannels: { a: \"#a^\", b: \"#A~\" }", ["duplicate-name"]),
    ])
    func `an invalid IRC connection is reported at its source position`(ports: String, codes: [String]) throws {
        let loaded = try Self.load(ports)
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.code) == codes)
        #expect(!loaded.diagnostics.contains { $0.message.contains("l1teral") })
    }

    @Test(arguments: [
        "irc: { host: x, nick: bot, sasl: { user: me, password: l1teral } }", "irc: { host: x, nick: bot, password: l1teral }",
        "matrix: { server: \"https://a.example\", token: l1teral }",
    ])
    func `a login written in the file is hidden from the report`(network: String) throws {
        let loaded = try Self.load(network)
        #expect(loaded.diagnostics.map(\.code).contains("secret-in-file"))
        #expect(!DiagnosticReport(loaded.diagnostics, sources: loaded.sources).human().contains("l1teral"))
    }

    @Test func `a stored revision keeps the channels of a network that this build does not have`() throws {
        let text = """
            version: 1
            names: { channels: { home: "1900000000000000011" } }
            connections: { far: { telex: { number: 7 }, channels: { away: Room } } }
            relays: { both: { between: [home, away] } }
            """
        func load(_ fromAnyBuild: Bool) -> LoadedConfiguration {
            ConfigurationLoader(environment: [:])
                .load(texts: ["config.yaml": text], root: "config.yaml", fromAnyBuild: fromAnyBuild)
        }
        #expect(load(false).diagnostics.map(\.code).contains("unknown-key"))
        let loaded = load(true)
        #expect(loaded.diagnostics.filter { $0.severity == .error } == [])
        #expect(loaded.configuration?.names.name(of: ChannelID(connection: "far", channel: "Room")) == "away")
    }

    private static func diagnostics(_ sections: String) throws -> [String] {
        try TemporaryDirectory(["config.yaml": "version: 1\nbot: { gateway: local }\n\(sections)\nrules: []\n"])
            .load(environment: ["PASSWORD": "s3cret", "URL": "https://x.example/a"]).diagnostics.filter { $0.severity == .error }
            .map { "\($0.position.line):\($0.position.column) \($0.code)" }
    }

    @Test(arguments: [
        ("password: \"${env:PASSWORD}\"", "\"#a\"", ["5:55 secret-in-clear"]),
        ("sasl: { user: me, password: \"${env:PASSWORD}\" }", "\"#a\"", ["5:51 secret-in-clear"]),
        ("rate_limit: { burst: 1 }", "{ name: \"#a\", key: \"${env:PASSWORD}\" }", ["6:39 secret-in-clear"]),
        ("allow_plaintext: true, password: \"${env:PASSWORD}\"", "{ name: \"#a\", key: \"${env:PASSWORD}\" }", []),
    ])
    func `sending a secret to another host without TLS requires consent`(
        key: String, channel: String, errors: [String]
    ) throws {
        func ports(_ host: String) -> String {
            """
            connections:
              net:
                irc: { host: \(host), nick: bot, tls: off, \(key) }
                channels: { a: \(channel) }
            """
        }
        #expect(try Self.diagnostics(ports("a.bc")) == errors)
        for host in ["localhost", "127.0.0.1", "\"::1\""] { #expect(try Self.diagnostics(ports(host)) == []) }
        #expect(try Self.diagnostics(ports("127.a.b")).count == errors.count)
    }

    @Test(arguments: [
        ("irc: { nick: bot }", "4:10 missing-key"), ("irc: { host: x, nick: \"a b\" }", "4:27 bad-nick"),
        ("irc: { host: x, nick: 9relay }", "4:27 bad-nick"),
        ("irc: { host: x, nick: a, ca_file: nope.pem }", "4:39 unreadable-file"),
        ("irc: { host: x, nick: a, tls: off, ca_file: config.yaml }", "4:49 contradiction"),
        ("mattermost: {}", "4:5 unknown-key"),
    ])
    func `channels of an invalid connection are still known names`(network: String, error: String) throws {
        let errors = try Self.diagnostics(
            """
            connections:
              net:
                \(network)
                channels: { a: "#a", b: "#b" }
            relays:
              ab: { between: [a, b] }
            """)
        #expect(!errors.contains { $0.hasSuffix("unknown-name") })
        #expect(errors.contains { $0.hasSuffix(error.split(separator: " ")[1]) })
    }

    @Test func `an invalid channel is still a known name`() throws {
        let errors = try Self.diagnostics(
            """
            connections:
              net:
                irc: { host: x, nick: bot }
                channels: { a: "#a", b: swift }
            relays:
              ab: { between: [a, b] }
            """)
        #expect(errors == ["6:29 bad-channel"])
    }

    /// Spellings that a network may treat as equal: case of any script, and RFC 1459's `[` and `{`.
    @Test(arguments: [
        ("x.org", "\"#a\"", "X.org.", "\"#A\"", true), ("x.org", "\"#a[\"", "x.org", "\"#a{\"", true),
        ("x.org", "\"#Đà\"", "x.org", "\"#đà\"", true), ("x.org", "\"#a\"", "x.org", "\"#b\"", false),
        ("x.org", "\"#a\"", "y.org", "\"#a\"", false), ("x.org", "\"#a\"", "x.org, port: 7000", "\"#a\"", false),
    ])
    func `two connections to the same IRC channel are an error`(
        host: String, room: String, otherHost: String, otherRoom: String, isRing: Bool
    ) throws {
        let loaded = try TemporaryDirectory([
            "config.yaml": """
            version: 1
            bot: { gateway: local }
            connections:
              one: { irc: { host: \(host), nick: bot }, channels: { a: \(room) } }
              two: { irc: { host: \(otherHost), nick: bot2 }, channels: { b: \(otherRoom) } }
            rules: []
            """
        ]).load()
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        #expect(errors.map(\.code) == (isRing ? ["same-room"] : []))
        #expect(errors.map(\.position.line) == (isRing ? [5] : []))
        #expect(errors.allSatisfy { $0.message.contains("config.yaml:4:") })
    }

    @Test func `two connections to the same Matrix room are an error, regardless of the server`() throws {
        let errors = try Self.diagnostics(
            """
            connections:
              one: { matrix: { server: "https://a.example", token: "${env:PASSWORD}" }, channels: { a: "#x:c.example" } }
              two: { matrix: { server: "https://b.example", token: "${env:PASSWORD}" }, channels: { b: "#x:c.example" } }
            """)
        #expect(errors == ["5:89 same-room"])
    }

    @Test func `a post-only webhook channel cannot be a relay source`() throws {
        func errors(_ link: String) throws -> [String] {
            try Self.diagnostics(
                """
                names: { channels: { out: "1900000000000000011" } }
                connections:
                  hooks: { webhooks: {}, channels: { posts: { url: "${env:URL}", style: slack } } }
                  more: { webhooks: {}, channels: { out-2: { url: "${env:URL}", style: slack } } }
                relays:
                  ab: \(link)
                """)
        }
        #expect(try errors("{ from: posts, to: out }").contains("8:15 one-way"))
        #expect(try !errors("{ from: out, to: posts }").contains { $0.hasSuffix("one-way") })
        #expect(try !errors("{ same_name: [hooks, more] }").contains { $0.hasSuffix("one-way") })
    }
}
