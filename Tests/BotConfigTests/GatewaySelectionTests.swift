import Testing

@testable import BotConfig

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
    func `anything else is no gateway`(text: String) { #expect(GatewaySelection(text) == nil) }
}
