import Testing

@testable import MezonClient

@Suite struct GatewayEndpointTests {
    @Test(arguments: [
        ("gw.mezon.ai", "https://gw.mezon.ai", "wss://gw.mezon.ai"),
        ("gw.mezon.ai:7305", "https://gw.mezon.ai:7305", "wss://gw.mezon.ai:7305"),
        ("http://127.0.0.1:1234", "http://127.0.0.1:1234", "ws://127.0.0.1:1234"),
        ("https://api.mezon.ai/", "https://api.mezon.ai", "wss://api.mezon.ai"),
        ("https://api.mezon.ai:443/v1//", "https://api.mezon.ai/v1", "wss://api.mezon.ai/v1"),
        ("ws://[::1]:80", "http://[::1]", "ws://[::1]"),
    ])
    func `a gateway address is parsed in every form`(text: String, http: String, socket: String) {
        let endpoint = GatewayEndpoint(text)
        #expect(endpoint?.description == http)
        #expect(endpoint?.socketURL == socket)
    }

    @Test(arguments: [
        "", " ", "ftp://a", "http://", "http://a:0", "a:99999", "https://me:secret@a", "a?x", "a#x", "https:///x", "a b", "://a",
        "javascript:alert(1)//://",
    ])
    func `an invalid gateway address is rejected`(text: String) {
        #expect(GatewayEndpoint(text) == nil)
    }
}
