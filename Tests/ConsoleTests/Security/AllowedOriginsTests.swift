import BotConfiguration
import ChatModel
import Testing

@testable import Console

struct AllowedOriginsTests {
    @Test(arguments: ["127.0.0.1:7350", "localhost:7350", "LOCALHOST:7350", "[::1]:7350"])
    func `the loopback names are allowed on the console's port`(host: String) {
        let origins = AllowedOrigins(ConsoleSettings(), port: 7350)
        #expect(origins.allows(host: host))
        #expect(origins.allows(origin: "http://\(host)"))
    }

    @Test(arguments: ["127.0.0.1", "127.0.0.1:80", "evil.example:7350", "127.0.0.1.evil.example:7350", "", "localhost:7350.evil"])
    func `foreign hosts are refused`(host: String) {
        let origins = AllowedOrigins(ConsoleSettings(), port: 7350)
        #expect(!origins.allows(host: host))
        #expect(!origins.allows(origin: "http://\(host)"))
    }

    @Test func `a missing host and a null origin are refused`() {
        let origins = AllowedOrigins(ConsoleSettings(), port: 7350)
        #expect(!origins.allows(host: nil))
        #expect(!origins.allows(origin: "null"))
        #expect(!origins.allows(origin: "https://127.0.0.1:7350"))
    }

    @Test func `a published address adds its host, its scheme and its path`() throws {
        var settings = ConsoleSettings()
        settings.published = .init(origin: try #require(WebOrigin("https://bots.example.org")), path: "/console")
        let origins = AllowedOrigins(settings, port: 7350)
        #expect(origins.allows(host: "bots.example.org") && origins.allows(origin: "https://bots.example.org"))
        #expect(!origins.allows(origin: "http://bots.example.org"))
        #expect(origins.isSecure && origins.basePath == "/console")
        #expect(origins.address == "https://bots.example.org/console")
    }
}
