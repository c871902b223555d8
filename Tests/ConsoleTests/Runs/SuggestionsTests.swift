import ChatModel
import Foundation
import HTTPTypes
import HummingbirdCore
import Testing

@testable import BotTesting
@testable import Console
@testable import MezonBotApp

/// Tests the page with suggestions, in a clan whose moderators delete long messages.
@Suite(.timeLimit(.minutes(15)))
struct SuggestionsTests {
    private static let config = """
        names: { channels: { general: "1001" } }
        rules:
          - id: long
            trigger: message
            when: { text: { length: "> 50" } }  # the number
            then: [delete]
          - id: idle
            trigger: message
            when: { text: { any_word: [never] } }
            then: [{ reply: never }]
        """

    private static func console() async throws -> ConsoleHarness {
        var setup = TestClanSetup()
        setup.channels = [.init(name: "general")]
        setup.people = [.init(id: "an", name: "an")]
        let console = try await ConsoleHarness(config: config, clans: setup)
        let user = try #require(console.clan?.user("an"))
        for number in 0..<12 {
            try await user.says(String(repeating: "x", count: 10))
            try await user.says(String(repeating: "x", count: 30 + number))
            try await user.deletes()
        }
        return console
    }

    private static let fields = ["since": "30d", "until": "", "clan": "", "deletions": "yes"]

    private static func page(_ console: ConsoleHarness, _ cookie: String, language: String = "en") async throws -> String {
        try await console.send(.get, "/rules/suggest", cookie: cookie, language: language).text()
    }

    private static func run(_ console: ConsoleHarness, as browser: (cookie: String, formToken: String)) async throws -> String {
        let started = try await console.post("/rules/suggest", fields, as: browser)
        #expect(started.headers[.location] == "/rules/suggest")
        #expect(try await page(console, browser.cookie).contains("id=\"running\""))
        await console.runner.performPending()
        return try await page(console, browser.cookie)
    }

    @Test func `the number that moderators go by is shown as a difference with its figures`() async throws {
        let console = try await Self.console()
        let browser = try console.signIn()
        #expect(try await console.send(.get, "/rules", cookie: browser.cookie).text().contains("href=\"/rules/suggest\""))
        let page = try await Self.run(console, as: browser)
        for text in [
            "text.length &quot;&gt; 50&quot; → &quot;&gt; 29&quot;", "12 removed, 12 let stand",
            "hits 12 removed and 0 let stand; precision 100 %, recall 100 %", "12 messages (12 removed, 0 let stand)",
            "+6:     when: { text: { length: &quot;&gt; 29&quot; } }  # the number", "<li><bdi>idle</bdi></li>",
        ] {
            #expect(page.contains(text), "\(text): \(page)")
        }
        let vietnamese = try await Self.page(console, browser.cookie, language: "vi")
        #expect(vietnamese.contains("12 bị gỡ, 12 được giữ") && !vietnamese.contains("let stand"))
        #expect(console.requests.isEmpty)
    }

    @Test func `a proposal becomes a draft of the file on disk`() async throws {
        let console = try await Self.console()
        let browser = try console.signIn()
        let page = try await Self.run(console, as: browser)
        let fields = try Self.proposal(on: page)
        try (console.text(of: "config.yaml") + "# mine\n").write(
            toFile: console.folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let draft = try await console.post("/editor/take", fields, as: browser).text()
        #expect(draft.contains("length: &quot;&gt; 29&quot; } }  # the number") && draft.contains("# mine\n"))
        #expect(draft.contains("This text is a draft"))
        let digest = ConfigurationFiles.digest(of: try console.text(of: "config.yaml"))
        #expect(draft.contains("name=\"digest\" value=\"\(digest)\""))
    }

    private static func proposal(on page: String) throws -> [String: String] {
        let found = try #require(
            page.firstMatch(of: /name="run" value="([0-9]+)"><input type="hidden" name="suggestion" value="([0-9]+)"/))
        return ["run": String(found.1), "suggestion": String(found.2)]
    }

    @Test func `a former proposal, and one whose line has changed, are refused with the reason`() async throws {
        let console = try await Self.console()
        let browser = try console.signIn()
        let fields = try Self.proposal(on: try await Self.run(console, as: browser))
        for other in [["run": "7"], ["suggestion": "9"], ["suggestion": "-1"], ["suggestion": "x"]] {
            let answer = try await console.post("/editor/take", fields.merging(other) { $1 }, as: browser)
            #expect(answer.headers[.location] == "/rules/suggest", "\(other)")
            #expect(try await Self.page(console, browser.cookie).contains("not the latest ones"), "\(other)")
        }
        try console.text(of: "config.yaml").replacing("> 50", with: ">= 60").write(
            toFile: console.folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        _ = try await console.post("/editor/take", fields, as: browser)
        #expect(try await Self.page(console, browser.cookie).contains("another text at this place"))
    }

    @Test(arguments: [
        (["since": "yesterday"], "&#39;yesterday&#39; is not a time."), (["since": ""], "&#39;&#39; is not a time."),
        (["since": "9999-01-01"], "lies in the future"), (["until": "9999-01-01"], "lies in the future"),
        (["since": "1h", "until": "2h"], "The span is empty"), (["clan": "12"], "There is no clan &#39;12&#39;"),
        (["clan": "'; --"], "There is no clan"), (["since": String(repeating: "9", count: 9000)], "is not a time."),
    ])
    func `a form that makes no sense is refused with the reason and comes back`(
        change: [String: String], reason: String
    ) async throws {
        let console = try await Self.console()
        let browser = try console.signIn()
        let answer = try await console.post("/rules/suggest", Self.fields.merging(change) { $1 }, as: browser)
        let address = try #require(answer.headers[.location])
        #expect(address.hasPrefix("/rules/suggest?since=") && address.utf8.count < 500)
        let page = try await console.send(.get, address, cookie: browser.cookie).text()
        #expect(page.contains(reason), "\(page)")
        #expect(page.contains("value=\"yes\" checked") && console.runner.latest(.suggestions) == nil)
    }

    @Test func `a span without entries says so`() async throws {
        let console = try await Self.console()
        let browser = try console.signIn()
        _ = try await console.post(
            "/rules/suggest", Self.fields.merging(["since": "2000-01-01", "until": "2000-01-02"]) { $1 }, as: browser)
        await console.runner.performPending()
        #expect(try await Self.page(console, browser.cookie).contains("There are no entries in this span."))
    }

    @Test func `a run that no page shows for a while ends`() async throws {
        let console = try await Self.console()
        let browser = try console.signIn()
        _ = try await console.post("/rules/suggest", Self.fields, as: browser)
        console.time.advance(by: .seconds(20))
        #expect(try await Self.page(console, browser.cookie).contains("id=\"running\""))
        console.time.advance(by: .seconds(20))
        await console.runner.performPending()
        #expect(try await Self.page(console, browser.cookie).contains("&gt; 29"))
        _ = try await console.post("/rules/suggest", Self.fields, as: browser)
        console.time.advance(by: .seconds(40))
        await console.runner.performPending()
        #expect(try await Self.page(console, browser.cookie).contains("Cancelled."))
    }
}
