import BotKit
import BotTesting
import Testing

@testable import Bots

@Suite(.timeLimit(.minutes(15)))
struct EchoHTTPTests {
    private func answer(_ response: HTTPResponse, most: Int = 500) async throws -> Draft? {
        var options = EchoHTTP.Options()
        options.most = most
        let clan = try await TestClan(EchoHTTP(options: options))
        clan.http("https://a.test/", answers: response)
        guard case .reply(let draft)? = try await clan.user("an").says("*http https://a.test/").first else { return nil }
        return draft
    }

    @Test func `an HTTP response is shown with status, type and its beginning as code`() async throws {
        let draft = try await answer(HTTPResponse("xin chào 👋", status: 404, headers: ["Content-Type": "text/plain"]), most: 8)
        let text = "404 text/plain, 14 bytes\nxin chào"
        #expect(draft == Draft(Content(text, markup: [Markup("pre", TextRange(25, 33))])))
    }

    @Test(arguments: [0, -1])
    func `without a text limit only the status line is shown`(most: Int) async throws {
        #expect(try await answer(HTTPResponse("secret"), most: most) == "200 no type, 6 bytes")
    }

    @Test func `a forbidden address is reported`() async throws {
        let clan = try await TestClan(EchoHTTP.self)
        clan.http("https://a.test/", fails: .notAllowed("https://a.test"))
        try await clan.user("an").says("*http https://a.test/")
        #expect(try clan.messages().last?.text.contains("I am not allowed to read https://a.test") == true)
    }
}
