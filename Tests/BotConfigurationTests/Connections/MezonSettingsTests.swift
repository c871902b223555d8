import ChatModel
import Testing

@testable import BotConfiguration

struct MezonSettingsTests {
    private static func load(_ connection: String, bot: String = "{ gateway: local }", more: String = "") throws
        -> LoadedConfiguration
    {
        let lines = connection.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        let text = "version: 1\nbot: \(bot)\n\(more)connections:\n  partner:\n\(lines)\nrules: []\n"
        return try TemporaryDirectory(["config.yaml": text]).load(
            environment: ["ID": "1900000000000000102", "TOKEN": "canary", "MEZON_BOT_ID": "1900000000000000101", "OWN": "own"])
    }

    private static func errors(_ loaded: LoadedConfiguration) -> [Diagnostic] {
        loaded.diagnostics.filter { $0.severity == .error }
    }

    @Test(arguments: ["1900000000000000102", "\"1900000000000000102\"", "\"${env:ID}\""])
    func `a connection is decoded with its account and channels`(id: String) throws {
        let loaded = try Self.load(
            """
            mezon: { gateway: gw.example.org:8443, id: \(id), token: "${env:TOKEN}", per_second: 20 }
            channels: { far: "1840000000000000001" }
            """)
        #expect(Self.errors(loaded) == [])
        let connection = try #require(loaded.configuration?.connections.first)
        var settings = MezonSettings(
            host: "gw.example.org", port: 8443, isSecure: true, id: 1_900_000_000_000_000_102, token: Secret("canary"))
        settings.perSecond = 20
        #expect(connection.network == .init(settings))
        let channel = ChannelID(connection: "partner", channel: "1840000000000000001")
        #expect(connection.channels == [.init(id: channel, name: "1840000000000000001")])
        #expect(loaded.configuration?.names.name(of: channel) == "far")
        #expect(!"\(connection)".contains("canary"))
    }

    @Test func `the server is Mezon's own unless another is given`() throws {
        let loaded = try Self.load("mezon: { id: 7, token: \"${env:TOKEN}\" }")
        #expect(Self.errors(loaded) == [])
        guard let settings = loaded.configuration?.connections.first?.network.settings as? MezonSettings else { throw Missing() }
        #expect(settings.host == "gw.mezon.ai" && settings.port == 443 && settings.isSecure)
    }

    private struct Missing: Error {}

    @Test(arguments: [
        ("mezon: { token: \"${env:TOKEN}\" }", ["missing-key"]),
        ("mezon: { id: 7 }", ["missing-key"]),
        ("mezon: { id: 7, token: plain }", ["secret-in-file"]),
        ("mezon: { id: 7, token: \"${env:NOTHING}\" }", ["unset-variable"]),
        ("mezon: { id: seven, token: \"${env:TOKEN}\" }", ["bad-id"]),
        ("mezon: { id: 0, token: \"${env:TOKEN}\" }", ["bad-id"]),
        ("mezon: { id: \"${env:TOKEN}\", token: \"${env:TOKEN}\" }", ["bad-id"]),
        ("mezon: { id: 4611686018427387905, token: \"${env:TOKEN}\" }", ["bad-id"]),
        ("mezon: { gateway: local, id: 7, token: \"${env:TOKEN}\" }", ["bad-gateway"]),
        ("mezon: { gateway: \"http://gw.example.org\", id: 7, token: \"${env:TOKEN}\" }", ["insecure-gateway"]),
        ("mezon: { host: gw.example.org, id: 7, token: \"${env:TOKEN}\" }", ["unknown-key"]),
        ("mezon: { id: 7, token: \"${env:TOKEN}\", per_second: 0 }", ["wrong-number"]),
        ("mezon: { id: 7, token: \"${env:TOKEN}\" }\nchannels: { a: \"#general\" }", ["bad-channel"]),
        ("mezon: { id: 7, token: \"${env:TOKEN}\" }\nchannels: { a: \"5\", b: \"05\" }", ["duplicate-name"]),
        ("mezon: { id: 7, token: \"${env:TOKEN}\" }\nfiles: { max_size: 1MiB }", ["contradiction"]),
    ])
    func `an invalid connection is reported at its position`(connection: String, codes: [String]) throws {
        let loaded = try Self.load(connection)
        #expect(Self.errors(loaded).map(\.code) == codes)
        #expect(Self.errors(loaded).allSatisfy { $0.position.line >= 5 && $0.position.column > 1 })
        #expect(!loaded.diagnostics.contains { "\($0)".contains("plain") || "\($0)".contains("canary") })
    }

    @Test func `fingerprints without TLS are a contradiction`() throws {
        let pin = String(repeating: "ab", count: 32)
        let loaded = try Self.load(
            "mezon: { gateway: \"http://127.0.0.1:1\", id: 7, token: \"${env:TOKEN}\", fingerprints: \"\(pin)\" }")
        #expect(Self.errors(loaded).map(\.code) == ["contradiction"])
    }

    private static let bot = "{ gateway: gw.example.org, id: \"${env:MEZON_BOT_ID}\", token: \"${env:OWN}\" }"

    @Test func `the bot's own account is refused`() throws {
        let own = "mezon: { gateway: GW.example.org, id: 1900000000000000101, token: \"${env:TOKEN}\" }"
        #expect(Self.errors(try Self.load(own, bot: Self.bot)).map(\.code) == ["own-account"])
        // The same number on another server is another account.
        let other = own.replacing("GW.example.org", with: "other.example.org")
        #expect(Self.errors(try Self.load(other, bot: Self.bot)) == [])
    }

    @Test func `a channel that the bot's own account is in is refused`() throws {
        let connection = """
            mezon: { gateway: gw.example.org, id: 7, token: "${env:TOKEN}" }
            channels: { far: "1840000000000000001" }
            """
        let names = "names: { channels: { general: \"1840000000000000001\" } }\n"
        let errors = Self.errors(try Self.load(connection, bot: Self.bot, more: names))
        #expect(errors.map(\.code) == ["same-room"])
        #expect(errors.first?.position.line == 7)
        #expect(Self.errors(try Self.load(connection, more: names)) == [])
    }

    @Test func `two connections with one account are refused`() throws {
        let text = """
            version: 1
            bot: { gateway: local }
            connections:
              one: { mezon: { gateway: gw.example.org, id: 7, token: "${env:TOKEN}" } }
              two: { mezon: { gateway: gw.example.org, id: 7, token: "${env:TOKEN}" } }
            rules: []
            """
        let both = try TemporaryDirectory(["config.yaml": text]).load(environment: ["TOKEN": "canary"])
        #expect(Self.errors(both).map { "\($0.code) \($0.position.line)" } == ["same-account 5"])
    }
}
