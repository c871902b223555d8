import ChatModel
import EventProcessing
import HTTPTypes
import HummingbirdCore
import Storage
import Testing

@testable import BotTesting
@testable import Console
@testable import MezonBotApp

@Suite(.timeLimit(.minutes(15)))
struct FixtureMakerTests {
    private static let config = """
        names: { channels: { general: "1001" } }
        rules:
          - id: greeting
            trigger: message
            when: { text: { any_word: [hello] } }
            then: [{ reply: hi }]
          - id: crowd
            trigger: message
            when: { flood: { count: ">= 3", within: 1h, per: channel } }
            then: [{ react: "👀" }]
        """

    private static func console() async throws -> ConsoleHarness {
        var setup = TestClanSetup()
        setup.channels = [.init(name: "general")]
        setup.people = [.init(id: "an", name: "nguyenvanan"), .init(id: "binh", name: "tranthibinh")]
        let console = try await ConsoleHarness(config: config, clans: setup)
        for text in ["one", "two", "hello @tranthibinh"] { try await console.clan?.user("nguyenvanan").says(text) }
        return console
    }

    private static func entry(_ console: ConsoleHarness) async throws -> Int64 {
        let lines = try await console.handler.context.reader.lines(after: 0, limit: 100)
        return try #require(
            lines.last { if case .message(let message) = $0.entry.event { message.text.hasPrefix("hello") } else { false } }
        )
        .entry.sequence
    }

    private static func made(_ console: ConsoleHarness, _ fields: [String: String]) async throws -> Response {
        try await console.post("/journal/\(try await entry(console))/fixture", fields, as: try console.signIn())
    }

    @Test(arguments: ["0", "10"])
    func `a downloaded test passes under the active rules and names nobody`(before: String) async throws {
        let console = try await Self.console()
        let answer = try await Self.made(console, ["before": before, "keep": "yes", "to": "download"])
        #expect(answer.status == .ok)
        #expect(answer.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"entry-") == true)
        let text = try await answer.text()
        #expect(text.contains("hello") && text.contains("\"reply\""))
        for name in ["nguyenvanan", "tranthibinh"] { #expect(!text.contains(name)) }
        let outcome = try await Fixture(text: text).replay(console.compiled)
        #expect(outcome.differences.isEmpty && outcome.events == (before == "0" ? 1 : 3))
        // The rule that counts acts only if the messages before are part of the test.
        #expect(text.contains("👀") == (before == "10"))
    }

    @Test func `without its words a text keeps its shape only`() async throws {
        let console = try await Self.console()
        let text = try await Self.made(console, ["before": "0", "to": "download"]).text()
        #expect(!text.contains("hello") && text.contains("\"kind\":\"message\""))
    }

    @Test func `a test is saved by a request that names its author`() async throws {
        let console = try await Self.console()
        let entry = try await Self.entry(console)
        let answer = try await Self.made(console, ["before": "0", "keep": "yes", "to": "save"])
        #expect(answer.headers[.location] == "/journal/\(entry)")
        guard case .saveFixture(name: "entry-\(entry)", text: let text, by: "console") = console.requests.first else {
            Issue.record("\(console.requests)")
            return
        }
        #expect(try await Fixture(text: text).replay(console.compiled).differences.isEmpty)
    }

    @Test func `an entry without an event of a user has no test`() async throws {
        let console = try await Self.console()
        let browser = try console.signIn()
        #expect(try await console.post("/journal/999/fixture", ["before": "0"], as: browser).status == .notFound)
        #expect(try await Self.made(console, ["before": "7"]).status == .badRequest)
    }
}
