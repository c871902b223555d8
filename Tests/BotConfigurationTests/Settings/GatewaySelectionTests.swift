import ChatModel
import Testing

@testable import BotConfiguration

@Suite struct GatewaySelectionTests {
    private static let readable: [(String, GatewaySelection)] = [
        ("local", .local), ("gw.mezon.ai", .mezon), ("localhost:7350", .remote(host: "localhost", port: 7350, isSecure: true)),
        ("http://127.0.0.1", .remote(host: "127.0.0.1", port: 80, isSecure: false)),
        ("https://gw.example.org:8443/", .remote(host: "gw.example.org", port: 8443, isSecure: true)),
    ]

    @Test(arguments: readable)
    func `a gateway is local, a host, or a host with scheme and port`(text: String, gateway: GatewaySelection) {
        #expect(GatewaySelection(text) == gateway)
    }

    @Test(arguments: ["", "ws://x", "a:b", "a:0", "a:65536", "a:1:2", "a/b", "https://", "user@host", "-x"])
    func `an invalid gateway is rejected`(text: String) { #expect(GatewaySelection(text) == nil) }

    private static func load(_ bot: String) throws -> LoadedConfiguration {
        try TemporaryDirectory(["config.yaml": "version: 1\nbot: { \(bot) }\nrules: []\n"])
            .load(environment: ["MEZON_BOT_ID": "42", "MEZON_BOT_TOKEN": "t"])
    }

    @Test(arguments: ["http://gw.example.org", "http://10.0.0.1:7350", "http://127.evil.example"])
    func `a token is not sent without TLS to another host`(gateway: String) throws {
        let errors = try Self.load("gateway: \"\(gateway)\"").diagnostics.filter { $0.severity == .error }
        #expect(errors.map(\.code) == ["insecure-gateway"])
        #expect(errors.first?.suggestion == "write \(gateway.replacing("http:", with: "https:"))")
    }

    @Test(arguments: ["http://127.0.0.1:7350", "http://localhost", "https://gw.example.org"])
    func `a local gateway may be used without TLS`(gateway: String) throws {
        #expect(try Self.load("gateway: \"\(gateway)\"").diagnostics.filter { $0.severity == .error } == [])
    }

    @Test func `gateway certificates can be pinned`() throws {
        let digits = String(repeating: "0a", count: 32)
        let pins = try Self.load("gateway: gw.example.org, fingerprints: [\"sha256:\(digits)\"]").configuration?.bot.fingerprints
        #expect(pins?.map(\.description) == ["sha256:\(digits)"])
        #expect(try Self.load("gateway: gw.example.org, fingerprints: abc").diagnostics.map(\.code) == ["bad-fingerprint"])
        let plain = try Self.load("gateway: \"http://localhost\", fingerprints: \"\(digits)\"")
        #expect(plain.diagnostics.map(\.code) == ["contradiction"])
    }
}
