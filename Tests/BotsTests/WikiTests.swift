import BotKit
import BotTesting
import Testing

@testable import Bots

@Suite(.timeLimit(.minutes(15)))
struct WikiTests {
    private static let path = "https://en.wikipedia.org/api/rest_v1/page/summary/"

    private static func summary(_ title: String, _ extract: String) -> HTTPResponse {
        HTTPResponse(
            """
            {"title":"\(title)","extract":"\(extract)",
            "content_urls":{"desktop":{"page":"https://en.wikipedia.org/wiki/\(title)"}}}
            """)
    }

    @Test func `an article is shown without interpreting its text, and kept for a day`() async throws {
        let clan = try await TestClan(Wiki.self)
        let an = clan.user("an")
        clan.http(Self.path + "Hanoi", answers: Self.summary("Hanoi", "The **capital**, @everyone."))
        try await an.says("*wiki Hanoi")
        let text = "Hanoi\nThe **capital**, @everyone.\nhttps://en.wikipedia.org/wiki/Hanoi"
        #expect(try clan.messages().last?.text == text)
        #expect(try clan.messages().last?.mentions == [])
        clan.http(Self.path + "Hanoi", answers: Self.summary("Hanoi", "Changed."))
        try await clan.restart()
        try await clan.advance(by: .seconds(3600))
        try await an.says("*wiki  Hanoi")
        #expect(try clan.messages().last?.text == text)
        try await clan.advance(by: .seconds(86_400))
        try await an.says("*wiki Hanoi")
        #expect(try clan.messages().last?.text.contains("Changed.") == true)
    }

    @Test func `a title is one segment of the path`() async throws {
        let clan = try await TestClan(Wiki.self)
        clan.http(Self.path + "..%2F%C3%A1%3Fb_c", answers: Self.summary("x", "found"))
        try await clan.user("an").says("*wiki ../á?b   c")
        #expect(try clan.messages().last?.text.contains("found") == true)
    }

    @Test func `a redirect leads to the article, and a circle of them ends`() async throws {
        let clan = try await TestClan(Wiki.self)
        let an = clan.user("an")
        clan.http(Self.path + "hanoi", answers: HTTPResponse("", status: 302, headers: ["Location": "Hanoi"]))
        clan.http(Self.path + "Hanoi", answers: Self.summary("Hanoi", "The capital."))
        try await an.says("*wiki hanoi")
        #expect(try clan.messages().last?.text.hasPrefix("Hanoi\n") == true)
        clan.http(Self.path + "loop", answers: HTTPResponse("", status: 302, headers: ["Location": "loop"]))
        try await clan.advance(by: .seconds(3))
        #expect(try await an.says("*wiki loop") == [.reply("The wiki cannot be read now.")])
    }

    @Test(arguments: [
        (HTTPResponse("{}", status: 404), "There is no such article."),
        (HTTPResponse("", status: 500), "The wiki cannot be read now."),
        (HTTPResponse("{\"title\":3}"), "The wiki cannot be read now."), (HTTPResponse("<html>"), "The wiki cannot be read now."),
    ])
    func `a response without an article is reported`(response: HTTPResponse, text: String) async throws {
        let clan = try await TestClan(Wiki.self)
        clan.http(Self.path + "Nothing", answers: response)
        #expect(try await clan.user("an").says("*wiki Nothing") == [.reply(Draft(text))])
    }
}
