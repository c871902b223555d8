import ChatModel
import Testing

struct LoopbackHostTests {
    @Test(arguments: ["localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "::1", "[::1]"])
    func `loopback host names are recognized`(host: String) { #expect(LoopbackHost.contains(host)) }

    @Test(arguments: ["", "127.evil.example", "localhost.example", "10.0.0.1", "127.1", "::2", "gw.mezon.ai", "[::1", "0.0.0.0"])
    func `other hosts are not loopback hosts`(host: String) { #expect(!LoopbackHost.contains(host)) }
}
