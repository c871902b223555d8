import ChatModel
import HTTPTypes
import HummingbirdCore
import Testing

@testable import BotTesting
@testable import Console
@testable import MezonBotApp

@Suite(.timeLimit(.minutes(15)))
struct QuestionsTests {
    private static let config = """
        names: { channels: { general: "1001", mods: "1002" }, roles: { admin: "1031" } }
        moderation: { roles: [admin] }
        rules:
          - id: night-files
            mode: enforce
            trigger: message
            when: { text: { any_word: [bad] } }
            then: [{ ask: { channel: mods, text: "Is this <bad>?", approve: [delete, { react: ✅ }], expires: 2h } }]
        """

    private static func console(_ config: String = config) async throws -> ConsoleHarness {
        var setup = TestClanSetup()
        setup.channels = [.init(name: "general"), .init(name: "mods")]
        return try await ConsoleHarness(config: config, clans: setup)
    }

    @Test func `an open question is shown with what either answer does, and answered by a request`() async throws {
        let console = try await Self.console()
        let browser = try console.signIn()
        #expect(try await !console.send(.get, "/incidents", cookie: browser.cookie).text().contains("/questions/answer"))
        try await console.clan?.user("an").says("bad")
        let page = try await console.send(.get, "/incidents", cookie: browser.cookie).text()
        #expect(page.contains("Is this &lt;bad&gt;?") && page.contains("rule:night-files") && page.contains("delete, react"))
        let name = try #require(page.firstMatch(of: /name="question" value="([^"]+)"/)?.1)
        _ = try await console.post("/questions/answer", ["question": String(name), "choice": "approve"], as: browser)
        let answer = SystemEvent.Answer(question: String(name), choice: .approve, by: "console", at: console.time.now)
        #expect(console.requests == [.answer(answer)])
    }

    @Test func `a question whose answer only counts says what it counts`() async throws {
        let approve = "[{ counter: { add: { name: strikes, scope: user } } }]"
        let console = try await Self.console(Self.config.replacing("[delete, { react: ✅ }]", with: approve))
        try await console.clan?.user("an").says("bad")
        let page = try await console.send(.get, "/incidents", cookie: try console.signIn().cookie).text()
        #expect(page.contains("counter strikes"), "\(page)")
    }

    @Test(arguments: [
        (["question": "1.night-files.0", "choice": "expire"], HTTPTypes.HTTPResponse.Status.badRequest),
        (["question": "1.night-files.0", "choice": ""], .badRequest),
        (["question": "9.other.0", "choice": "approve"], .notFound),
    ])
    func `other answers and unknown questions are refused`(fields: [String: String], status: HTTPTypes.HTTPResponse.Status)
        async throws
    {
        let console = try await Self.console()
        #expect(try await console.post("/questions/answer", fields, as: try console.signIn()).status == status)
        #expect(console.requests.isEmpty)
    }
}
