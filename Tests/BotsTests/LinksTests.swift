import BotKit
import BotTesting
import ChatModel
import Testing

@testable import Bots

struct LinksTests {
    @Test func `a repeated link is reported with its first author`() async throws {
        let clan = try await TestClan(Links.self)
        let an = clan.user("an"), binh = clan.user("binh")
        #expect(try await an.says("hay lắm https://www.Example.org/a/?utm_source=x#top, đọc đi") == [])
        let first = try #require(try clan.messages().first)
        let address = first.id.address(in: .general, of: .test)
        try await clan.restart()
        #expect(try await binh.says("http://example.org/a") == [.reply(Draft("already posted by an: \(address)").markedUp)])
        #expect(try await an.says("https://example.org/a") == [])
        #expect(try await binh.says("https://example.org/a", in: "random") == [])
        #expect(try await an.says("*links") == [.reply("• example.org/a (an, +2)")])
    }

    @Test func `a silent links bot only records links, and old links are forgotten`() async throws {
        var options = Links.Options()
        options.isSilent = true
        let clan = try await TestClan(Links(options: options), rules: "version: 1\nbot: { locale: vi }\n")
        try await clan.user("an").says("https://example.org")
        #expect(try await clan.user("binh").says("https://example.org/") == [])
        #expect(try await clan.user("binh").says("*links") == [.reply("• example.org (an, +1)")])
        try await clan.advance(by: .seconds(31 * 86_400))
        try await clan.user("an").says("https://example.com")
        #expect(try await clan.user("binh").says("*links") == [.reply("• example.com (an)")])
    }

    @Test(arguments: [
        ("https://Example.org/", ["example.org"]), ("(https://a.b/c).", ["a.b/c"]), ("HTTP://A.B", ["a.b"]),
        ("https://a.b/?b=2&a=1&fbclid=z", ["a.b?a=1&b=2"]), ("https://a.b:8443/x", ["a.b:8443/x"]),
        ("https://a.b:443/x", ["a.b/x"]),
        ("https://a.b https://www.a.b/", ["a.b"]), ("https://", []), ("https://localhost/x", []), ("ftp://a.b", []), ("://", []),
        ("https://a.b/" + String(repeating: "x", count: 400), []), ("https://[::1", []), ("x:https://a.b", ["a.b"]),
    ])
    func `links are normalized`(text: String, links: [String]) { #expect(LinkNormalizer.all(in: text) == links) }
}
