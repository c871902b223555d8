import BotTesting
import ChatModel
import Foundation
import HTTPTypes
import HummingbirdCore
import Testing

@testable import Console
@testable import MezonBotApp

struct DraftTrialTests {
    private static let fixture = """
        {"v":1,"kind":"clan","at":"2026-03-02T02:00:00Z","channels":[{"id":"general"}],"members":[{"id":"an"}]}
        {"seq":1,"at":"+0s","kind":"message","ch":"general","id":"m1","by":"an","text":"hello"}
        {"after":1,"expect":[{"reply":{"to":"m1","text":"hi"}}]}
        """

    private static func page(_ console: ConsoleHarness, _ cookie: String) async throws -> String {
        try await console.send(.get, "/editor/run", cookie: cookie).text()
    }

    @Test func `the tests of a draft are the inline tests and the fixtures`() async throws {
        let console = try await EditorHandlerTests.console()
        try FileManager.default.createDirectory(atPath: console.folder.path + "/fixtures", withIntermediateDirectories: false)
        try Self.fixture.write(toFile: console.folder.path + "/fixtures/hello.jsonl", atomically: true, encoding: .utf8)
        let browser = try console.signIn()
        for (answer, verdict) in [("hi", "All tests pass."), ("other", "Tests that fail: 1")] {
            let draft = EditorHandlerTests.rules.replacing("reply: hi", with: "reply: \(answer)")
            let started = try await console.post("/editor/test", ["file": "rules/a.yaml", "text": draft], as: browser)
            #expect(started.headers[.location] == "/editor/run")
            #expect(try await Self.page(console, browser.cookie).contains("Running"))
            await console.runner.performPending()
            let page = try await Self.page(console, browser.cookie)
            #expect(page.contains(verdict) && page.contains("fixtures/hello.jsonl"), "\(page)")
        }
        #expect(try console.text(of: "rules/a.yaml") == EditorHandlerTests.rules)
    }

    @Test func `a draft that has errors is not run`() async throws {
        let console = try await EditorHandlerTests.console()
        let page = try await console.post("/editor/test", ["file": "rules/a.yaml", "text": "rules: ["], as: try console.signIn())
            .text()
        #expect(page.contains("The draft has errors.") && page.contains("rules: [</textarea>"))
        #expect(console.runner.latest(.draft) == nil)
    }

    @Test func `a second run waits for the first, which can be cancelled`() async throws {
        let console = try await EditorHandlerTests.console()
        let browser = try console.signIn()
        let fields = ["file": "rules/a.yaml", "text": EditorHandlerTests.rules, "days": "3"]
        #expect(try await console.post("/editor/backtest", fields, as: browser).status == .seeOther)
        #expect(
            try await console.post("/editor/test", fields, as: browser).text().contains("suggestions or a rewind are running"))
        #expect(try await console.post("/editor/cancel", [:], as: browser).status == .seeOther)
        await console.runner.performPending()
        #expect(try await Self.page(console, browser.cookie).contains("Cancelled."))
        #expect(try await console.post("/editor/test", fields, as: browser).status == .seeOther)
    }

    @Test func `another session sees the result without the draft`() async throws {
        let console = try await EditorHandlerTests.console()
        let browser = try console.signIn()
        let draft = EditorHandlerTests.rules + "\n# mine"
        _ = try await console.post("/editor/test", ["file": "rules/a.yaml", "text": draft], as: browser)
        await console.runner.performPending()
        let other = try console.signIn()
        #expect(try await !Self.page(console, other.cookie).contains("draft=run"))
        #expect(try await Self.page(console, browser.cookie).contains("draft=run"))
        #expect(try await console.send(.get, "/editor?draft=run", cookie: browser.cookie).text().contains("# mine"))
        #expect(try await !console.send(.get, "/editor?draft=run", cookie: other.cookie).text().contains("# mine"))
    }

    @Test(arguments: ["0", "2", "", "-1", "9999999999999999999999"])
    func `other days are refused`(days: String) async throws {
        let console = try await EditorHandlerTests.console()
        let fields = ["file": "rules/a.yaml", "text": EditorHandlerTests.rules, "days": days]
        #expect(try await console.post("/editor/backtest", fields, as: try console.signIn()).status == .badRequest)
    }
}
