import ChatModel
import Testing

@testable import MezonClient

@Suite struct WebSocketAddressTests {
    @Test(arguments: [
        ("wss://sock.mezon.ai", true, "sock.mezon.ai", 443, "", "sock.mezon.ai"),
        ("ws://127.0.0.1:8399", false, "127.0.0.1", 8399, "", "127.0.0.1:8399"),
        ("ws://localhost/proxy/", false, "localhost", 80, "/proxy", "localhost"),
        ("wss://[::1]:9", true, "::1", 9, "", "[::1]:9"),
    ])
    func `a WebSocket address is parsed`(text: String, isSecure: Bool, host: String, port: Int, path: String, header: String) {
        let address = WebSocketAddress(text)
        #expect(address == WebSocketAddress(isSecure: isSecure, host: host, port: port, path: path))
        #expect(address?.hostHeader == header)
    }

    @Test(arguments: [
        "", "sock.mezon.ai", "http://a", "ws://", "ws://a:0", "ws://a:65536", "ws://me:secret@a", "ws://a?x=1", "ws://a b",
    ])
    func `an invalid WebSocket address is rejected`(text: String) {
        #expect(WebSocketAddress(text) == nil)
    }

    @Test func `the token is percent-encoded in the URI`() {
        let address = WebSocketAddress("ws://a/p")
        #expect(
            address?.uri(token: Secret("a.b-c_d~e&f=g h/é+"))
                == "/p/ws?lang=en&status=true&token=a.b-c_d~e%26f%3Dg%20h%2F%C3%A9%2B&format=protobuf")
    }
}
