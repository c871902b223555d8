import Testing

@testable import ChatModel

struct WebOriginTests {
    @Test(arguments: [
        ("api.example.org", "https://api.example.org"), ("https://API.Example.org", "https://api.example.org"),
        ("https://api.example.org:443", "https://api.example.org"), ("http://api.example.org", "http://api.example.org"),
        ("http://api.example.org:8080", "http://api.example.org:8080"), ("http://127.0.0.1:80", "http://127.0.0.1"),
        ("http://[::1]:8080", "http://[::1]:8080"), ("https://[2606:4700::1111]", "https://[2606:4700::1111]"),
        ("8.8.8.8", "https://8.8.8.8"), ("my_host", "https://my_host"),
    ])
    func `a web origin is parsed with its defaults`(text: String, origin: String) throws {
        #expect(try #require(WebOrigin(text)).description == origin)
    }

    @Test(arguments: [
        "", "https://", "ftp://example.org", "*.example.org", "example.org/", "https://example.org/path", "example.org?q",
        "a@example.org", "a:b@example.org", "example.org:0", "example.org:65536", "example.org:", "example.org:+80",
        "example..org",
        ".example.org", "example.org.", "-a.org", "a-.org", "127.1", "0x7f.1", "2130706433", "::1", "http://::1:80",
        "[127.0.0.1]",
        "ví-dụ.vn", "exa mple.org", "example.org\n", "[::1%25lo]", String(repeating: "a", count: 64) + ".org",
    ])
    func `an invalid web origin is rejected`(text: String) {
        #expect(WebOrigin(text) == nil)
    }
}
