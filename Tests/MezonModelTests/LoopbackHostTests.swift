import MezonModel
import Testing

struct LoopbackHostTests {
    @Test(arguments: ["localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "::1", "[::1]"])
    func `this machine is named`(host: String) { #expect(LoopbackHost.contains(host)) }

    @Test(arguments: ["", "127.evil.example", "localhost.example", "10.0.0.1", "127.1", "::2", "gw.mezon.ai", "[::1", "0.0.0.0"])
    func `another host is none of its names`(host: String) { #expect(!LoopbackHost.contains(host)) }
}
