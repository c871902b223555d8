import ChatModel
import Testing

@testable import BotConfiguration

struct WebhookSettingsTests {
    private static let key = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private static let next = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    private static let environment = [
        "KEY": key, "NEXT": next, "PLAIN": "hunter2hunter2", "SHORT": "hunter2", "URL": "https://chat.example/hooks/canary-url",
        "LOCAL": "http://127.0.0.1:9/canary-url", "ODD": "ftp://canary-url",
    ]

    private func load(
        _ channels: String, connection: String = "webhooks: { listen: 127.0.0.1:8080 }",
        environment: [String: String] = environment
    ) throws -> (connections: [ConnectionSettings]?, diagnostics: [Diagnostic], report: String) {
        let text = "version: 1\nconnections:\n  hooks:\n    \(connection)\n    channels:\n      \(channels)\n"
        let loaded = try TemporaryDirectory(["config.yaml": text]).load(environment: environment)
        let report = DiagnosticReport(loaded.diagnostics, sources: loaded.sources).human()
        return (loaded.configuration?.connections, loaded.diagnostics, report)
    }

    @Test func `webhook channels are decoded as incoming, outgoing or both`() throws {
        let (connections, diagnostics, _) = try load(
            """
            ci: { path: /hooks/ci, secrets: ["${env:KEY}", "${env:NEXT}"], per_minute: 5 }
                  forge: { path: /hooks/forge, signature: github, secrets: ["${env:PLAIN}"] }
                  open: { path: /open, signature: none }
                  ops: { url: "${env:URL}", style: slack, headers: { X-Key: "${env:PLAIN}" }, timeout: 10s }
                  log: { url: "http://127.0.0.1:9/log", secrets: ["${env:KEY}"], allow_private: true }
                  both: { path: /both, url: "${env:URL}", secrets: ["${env:KEY}"] }
            """)
        #expect(diagnostics == [])
        let connection = try #require(connections?.first)
        let rooms: [WebhookSettings.RemoteChannel] = [
            .init(
                "ci",
                endpoint: WebhookEndpoint(
                    path: "/hooks/ci", signing: .standard([Self.key, Self.next].map(Secret.init)), maxPerMinute: 5)),
            .init("forge", endpoint: WebhookEndpoint(path: "/hooks/forge", signing: .gitHub([Secret("hunter2hunter2")]))),
            .init("open", endpoint: WebhookEndpoint(path: "/open", signing: .none)),
            .init(
                "ops",
                target: WebhookTarget(
                    url: Secret("https://chat.example/hooks/canary-url"), headers: ["x-key": Secret("hunter2hunter2")],
                    style: .slack,
                    timeout: .seconds(10))),
            .init(
                "log",
                target: WebhookTarget(url: Secret("http://127.0.0.1:9/log"), secrets: [Secret(Self.key)], reachesInside: true)),
            .init(
                "both", endpoint: WebhookEndpoint(path: "/both", signing: .standard([Secret(Self.key)])),
                target: WebhookTarget(url: Secret("https://chat.example/hooks/canary-url"), secrets: [Secret(Self.key)])),
        ]
        #expect(connection.network == .init(WebhookSettings(address: .init(host: "127.0.0.1", port: 8080), channels: rooms)))
        #expect(connection.channels == rooms.map { .init(id: ChannelID(connection: "hooks", channel: $0.name), name: $0.name) })
    }

    @Test(arguments: [
        ("127.0.0.1:0", ListenAddress(host: "127.0.0.1", port: 0)),
        ("localhost:80", .init(host: "localhost", port: 80)),
        ("\"[::1]:8080\"", .init(host: "::1", port: 8080)),
    ])
    func `a webhook listen address is parsed`(text: String, address: ListenAddress) throws {
        let (connections, diagnostics, _) = try load(
            "a: { path: /a, signature: none }", connection: "webhooks: { listen: \(text) }")
        #expect(diagnostics == [])
        guard let settings = connections?.first?.network.settings as? WebhookSettings else { throw Missing() }
        #expect(settings.address == address)
        #expect(!text.contains("[") || address.description == "[::1]:8080")
    }

    private struct Missing: Error {}

    @Test(arguments: [
        "8080", "example.org:80", "127.0.0.1", "127.0.0.1:65536", "127.0.0.1:+1", "::1:80", "[127.0.0.1]:80", "127.1:80",
    ])
    func `an invalid listen address is rejected`(text: String) throws {
        let (connections, diagnostics, _) = try load(
            "a: { path: /a, signature: none }", connection: "webhooks: { listen: \"\(text)\" }")
        #expect(connections == [])
        #expect(diagnostics.map(\.code) == ["bad-address"])
        #expect(diagnostics.map(\.position) == [SourcePosition(file: "config.yaml", line: 4, column: 25, length: text.count + 2)])
    }

    @Test func `outgoing webhooks need no listen address`() throws {
        let (connections, diagnostics, _) = try load("a: { url: \"https://a.example\" }", connection: "webhooks:")
        #expect(diagnostics == [])
        #expect(
            connections?.first?.network
                == .init(WebhookSettings(channels: [.init("a", target: WebhookTarget(url: Secret("https://a.example")))])))
    }

    @Test(arguments: [
        ("a: {}", ["7:10 missing-key"]), ("a: { pth: /a }", ["7:12 unknown-key"]),
        ("a: { path: /a }", ["7:18 missing-key"]), ("a: { path: /a, signature: github }", ["7:33 missing-key"]),
        ("a: { path: a, signature: none }", ["7:18 bad-path"]), ("a: { path: /healthz, signature: none }", ["7:18 bad-path"]),
        ("a: { path: /a, signature: none, secrets: [\"${env:KEY}\"] }", ["7:48 contradiction"]),
        ("a: { path: /a, signature: rsa, secrets: [\"${env:KEY}\"] }", ["7:33 unknown-word"]),
        ("a: { path: /a, secrets: [\"${env:PLAIN}\"] }", ["7:32 bad-secret"]),
        ("a: { path: /a, signature: token, secrets: [\"${env:SHORT}\"] }", ["7:50 bad-secret"]),
        ("a: { path: /a, secrets: [hunter2hunter2] }", ["7:32 secret-in-file"]),
        ("a: { path: /a, secrets: [\"${env:NONE}\"] }", ["7:32 unset-variable"]),
        ("a: { path: /a, signature: none, style: slack }", ["7:46 contradiction"]),
        ("a: { url: \"https://a.example\", per_minute: 5 }", ["7:50 contradiction"]),
        ("a: { url: \"https://a.example\", secrets: [\"${env:PLAIN}\"] }", ["7:48 bad-secret"]),
        ("a: { url: \"${env:URL}\", style: slack, secrets: [\"${env:KEY}\"] }", ["7:54 contradiction"]),
        ("a: { url: \"https://canary-url.example/x\", style: slack }", ["7:17 secret-in-file"]),
        ("a: { url: \"${env:ODD}\" }", ["7:17 bad-url"]), ("a: { url: \"https://me:canary-url@a.example/\" }", ["7:17 bad-url"]),
        ("a: { url: \"${env:LOCAL}\" }", ["7:17 private-host"]),
        ("a: { url: \"http://169.254.169.254/x\", allow_private: true }", ["7:17 private-host"]),
        ("a: { url: \"https://a.example\", headers: { \"a b\": \"${env:KEY}\" } }", ["7:49 bad-header"]),
        ("a: { url: \"https://a.example\", headers: { x: hunter2hunter2 } }", ["7:52 secret-in-file"]),
        ("a: { url: \"https://a.example\", timeout: 5m }", ["7:47 bad-duration"]),
        ("a: { path: /a, signature: none }\n      b: { path: /a, signature: none }", ["8:18 duplicate-path"]),
        ("all: { path: /a, signature: none }", ["7:7 bad-name"]),
    ])
    func `an invalid webhook channel is reported once without showing secrets`(channels: String, expected: [String]) throws {
        let (connections, diagnostics, report) = try load(channels, connection: "webhooks:\n      listen: 127.0.0.1:8080")
        #expect(diagnostics.map { "\($0.position.line):\($0.position.column) \($0.code)" } == expected)
        #expect(connections == [] || expected == ["7:7 bad-name"])
        for secret in ["hunter2", "canary-url", Self.key] { #expect(!report.contains(secret), "\(report)") }
    }

    @Test func `an endpoint requires a listen address, and a connection exactly one network`() throws {
        #expect(
            try load("a: { path: /a, signature: none }", connection: "webhooks: {}").diagnostics.map(\.code) == ["missing-key"])
        #expect(try load("{}", connection: "listen: x").diagnostics.map(\.code) == ["missing-key", "unknown-key"])
        let both = try load("{}", connection: "webhooks:\n    irc: { host: a, nick: b }")
        #expect(both.diagnostics.map(\.code).contains("contradiction"))
    }

    @Test func `an invalid webhook secret error explains the format`() throws {
        let (_, diagnostics, _) = try load("a: { path: /a, secrets: [\"${env:PLAIN}\"] }")
        #expect(diagnostics.map(\.message) == ["\(WebhookSecretError.notStandard)"])
    }

    @Test func `a stored rule revision is read without webhook secrets`() {
        let text = """
            version: 1
            connections:
              hooks:
                webhooks: { listen: "127.0.0.1:8080" }
                channels: { ci: { path: /ci, secrets: ["${env:GONE}"] }, ops: { url: "${env:GONE}", style: slack } }
              net:
                irc: { host: a.example, nick: b, password: "${env:GONE}", sasl: { user: u, password: "${env:GONE}" } }
            relays: { link: { from: ci, to: ops } }
            """
        let loaded = ConfigurationLoader(environment: [:]).load(texts: ["config.yaml": text], root: "config.yaml")
        #expect(loaded.diagnostics == [])
        #expect(loaded.configuration?.names.entry(named: "ops") != nil)
    }
}
