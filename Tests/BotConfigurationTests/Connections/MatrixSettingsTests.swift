import ChatModel
import Testing

@testable import BotConfiguration

struct MatrixSettingsTests {
    private static func load(_ connection: String) throws -> LoadedConfiguration {
        let lines = connection.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        let text = "version: 1\nbot: { gateway: local }\nconnections:\n  home:\n\(lines)\nrules: []\n"
        return try TemporaryDirectory(["config.yaml": text]).load(environment: ["TOKEN": "syt_canary", "WORD": "s3cret"])
    }

    @Test(arguments: [
        ("token: \"${env:TOKEN}\"", MatrixSettings.Login.token(Secret("syt_canary"))),
        ("user: relay, password: \"${env:WORD}\"", .password(user: "relay", Secret("s3cret"))),
        ("user: \"@relay:example.org\", password: \"${env:WORD}\"", .password(user: "@relay:example.org", Secret("s3cret"))),
    ])
    func `a Matrix connection is decoded with its account and rooms`(login: String, read: MatrixSettings.Login) throws {
        let loaded = try Self.load(
            """
            matrix: { server: "https://matrix.example.org/", \(login) }
            channels: { swift: "#Swift:example.org", inner: "!abc:example.org", newer: "!Kq0_x-abc" }
            """)
        #expect(loaded.diagnostics.filter { $0.severity == .error } == [])
        let configuration = try #require(loaded.configuration)
        let rooms = ["#Swift:example.org", "!abc:example.org", "!Kq0_x-abc"]
        let server = try #require(WebOrigin("https://matrix.example.org"))
        #expect(configuration.connections.map(\.network) == [.init(MatrixSettings(server: server, login: read, channels: rooms))])
        #expect(
            configuration.connections[0].channels == rooms.map { .init(id: ChannelID(connection: "home", channel: $0), name: $0) }
        )
        #expect(configuration.names.name(of: ChannelID(connection: "home", channel: "#Swift:example.org")) == "swift")
        #expect(!"\(configuration.connections)".contains("canary") && !"\(configuration.connections)".contains("s3cret"))
    }

    @Test(arguments: ["http://127.0.0.1:8008", "http://localhost", "http://[::1]:8008", "https://10.0.0.1"])
    func `a local Matrix server may be used without TLS`(server: String) throws {
        let loaded = try Self.load("matrix: { server: \"\(server)\", token: \"${env:TOKEN}\" }")
        #expect(loaded.diagnostics.filter { $0.severity == .error } == [])
        guard let settings = loaded.configuration?.connections.first?.network.settings as? MatrixSettings else { throw Missing() }
        #expect(settings.server.description == server)
    }

    private struct Missing: Error {}

    @Test(arguments: [
        ("channels: { a: \"#a:b\" }", ["missing-key"]),
        ("matrix: { token: \"${env:TOKEN}\" }", ["missing-key"]),
        ("matrix: { server: \"https://a.example\" }", ["missing-key"]),
        ("matrix: { server: \"https://a.example\", user: relay }", ["missing-key"]),
        ("matrix: { server: \"https://a.example\", token: \"${env:TOKEN}\", user: relay }", ["contradiction"]),
        ("matrix: { server: \"https://a.example\", token: plain }", ["secret-in-file"]),
        ("matrix: { server: \"https://a.example\", token: \"${env:NOTHING}\" }", ["unset-variable"]),
        ("matrix: { server: \"https://a.example\", user: \"a b\", password: \"${env:WORD}\" }", ["bad-user"]),
        ("matrix: { server: \"http://matrix.example.org\", token: \"${env:TOKEN}\" }", ["insecure-server"]),
        ("matrix: { server: \"http://10.0.0.1\", token: \"${env:TOKEN}\" }", ["insecure-server"]),
        ("matrix: { server: matrix.example.org, token: \"${env:TOKEN}\" }", ["bad-server"]),
        ("matrix: { server: \"https://a.example/path\", token: \"${env:TOKEN}\" }", ["bad-server"]),
        ("matrix: { server: \"https://me:pw@a.example\", token: \"${env:TOKEN}\" }", ["bad-server"]),
        ("matrix: { homeserver: \"https://a.example\", token: \"${env:TOKEN}\" }", ["missing-key", "unknown-key"]),
        ("matrix: { server: \"https://a.example\", token: \"${env:TOKEN}\" }\nirc: { host: x, nick: y }", ["contradiction"]),
        ("matrix: { server: \"https://a.example\", token: \"${env:TOKEN}\" }\nchannels: { a: \"#swift\" }", ["bad-channel"]),
        ("matrix: { server: \"https://a.example\", token: \"${env:TOKEN}\" }\nchannels: { a: \"#:b\" }", ["bad-channel"]),
        (
            "matrix: { server: \"https://a.example\", token: \"${env:TOKEN}\" }\nchannels: { a: \"#a:b\", b: \"#a:b\" }",
            ["duplicate-name"]
        ),
    ])
    func `an invalid Matrix connection is reported at its source position`(connection: String, codes: [String]) throws {
        let loaded = try Self.load(connection)
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.code) == codes)
        #expect(!loaded.diagnostics.contains { "\($0)".contains("plain") || "\($0)".contains("canary") })
    }
}
