import ChatModel
import Foundation
import HTTPTypes
import HummingbirdCore
import Moderation
import Replay
import Storage
import Testing

@testable import BotTesting
@testable import Console
@testable import MezonBotApp

/// Tests the page that takes back what a rule did.
@Suite(.timeLimit(.minutes(15)))
struct RewindViewTests {
    private static let config = """
        names: { channels: { general: "1001" } }
        rules:
          - id: greet
            mode: enforce
            trigger: message
            when: { text: { any_word: [hello] } }
            then: [{ reply: hi }, { counter: { add: { name: hellos, scope: clan } } }]
          - id: strict
            trigger: message
            mode: enforce
            when: { text: { any_word: [bad] } }
            then: [delete, { mute: { for: 1h, in: here, reason: bad words } }]
        """

    private static func console() async throws -> ConsoleHarness {
        var setup = TestClanSetup()
        setup.channels = [.init(name: "general")]
        setup.people = [.init(id: "an", name: "an")]
        let console = try await ConsoleHarness(config: config, clans: setup)
        let user = try #require(console.clan?.user("an"))
        for text in ["hello", "hello again", "bad"] { try await user.says(text) }
        return console
    }

    private static func page(
        _ console: ConsoleHarness, _ cookie: String, _ query: String = "", language: String = "en"
    ) async throws -> String {
        try await console.send(.get, "/rules/rewind" + query, cookie: cookie, language: language).text()
    }

    /// Makes a plan, and returns the page with it.
    private static func plan(
        _ rule: String, _ console: ConsoleHarness, as browser: (cookie: String, formToken: String)
    ) async throws -> String {
        let fields = ["rule": rule, "since": "1d", "clan": ""]
        #expect(try await console.post("/rules/plan", fields, as: browser).headers[.location] == "/rules/rewind")
        #expect(try await page(console, browser.cookie).contains("id=\"running\""))
        await console.runner.performPending()
        return try await page(console, browser.cookie)
    }

    private static func number(on page: String) throws -> String {
        String(try #require(page.firstMatch(of: /name="plan" value="([0-9]+)"/)).1)
    }

    @Test func `a plan lists what is taken back, and changes nothing`() async throws {
        let console = try await Self.console()
        let browser = try console.signIn()
        #expect(
            try await console.send(.get, "/rules", cookie: browser.cookie).text().contains("/rules/rewind?rule=greet"))
        let page = try await Self.plan("greet", console, as: browser)
        for text in [
            "greet acted at 2 entries", "<dt>Entries of the rule state</dt>", "<dt>Messages deleted</dt><dd>2</dd>",
            "The rule is still enforced", "/rules/mode?rule=greet&amp;mode=shadow", "by an: hello again",
        ] {
            #expect(page.contains(text), "\(text): \(page)")
        }
        #expect(console.requests.isEmpty)
        let vietnamese = try await Self.page(console, browser.cookie, language: "vi")
        #expect(vietnamese.contains("greet đã áp dụng ở 2 mục") && vietnamese.contains("Tin nhắn bị xóa"))
        #expect(try await !Self.page(console, browser.cookie, "?rule=strict").contains("id=\"verdict\""))
    }

    @Test func `what stays is listed with its entry and its case, which has the evidence`() async throws {
        let console = try await Self.console()
        let page = try await Self.plan("strict", console, as: try console.signIn())
        let incident = try #require(try await console.handler.context.reader.incidents(CaseFilter()).first)
        #expect(page.contains("<dt>Measures of cases</dt>") && page.contains("unmute in"), "\(page)")
        #expect(page.contains("Not taken back</h2>") && page.contains("the text is in the evidence of the case"))
        #expect(page.contains("/incidents/\(incident.clan)/\(incident.number)\">#\(incident.number)</a>"))
    }

    @Test func `a confirmed plan is carried out by the bot, and the journal names the console`() async throws {
        let console = try await Self.console()
        let browser = try console.signIn()
        let number = try Self.number(on: try await Self.plan("greet", console, as: browser))
        console.answer { _ in AdminReply(["taken back: 2 messages"]) }
        let confirmed = try await console.post("/rules/rewind", ["plan": number], as: browser)
        #expect(confirmed.headers[.location] == "/rules/rewind")
        let running = try await Self.page(console, browser.cookie)
        #expect(running.contains("The bot takes it back") && !running.contains("id=\"cancel\""))
        _ = try await console.post("/editor/cancel", [:], as: browser)
        await console.runner.performPending()
        let page = try await Self.page(console, browser.cookie)
        #expect(page.contains("taken back: 2 messages") && !page.contains("id=\"confirm\""))
        guard console.requests.count == 1, case .rewind(let request, "console") = console.requests[0] else {
            Issue.record("\(console.requests)")
            return
        }
        #expect(request == RewindRequest("greet", since: console.time.now.addingTimeInterval(-86_400)))
    }

    @Test func `a plan that is not the latest one or is old is not carried out`() async throws {
        let console = try await Self.console()
        let browser = try console.signIn()
        let first = try Self.number(on: try await Self.plan("greet", console, as: browser))
        let second = try Self.number(on: try await Self.plan("strict", console, as: browser))
        #expect(first != second)
        for number in [first, "", "-1", "x"] {
            #expect(try await console.post("/rules/rewind", ["plan": number], as: browser).status == .seeOther)
            #expect(try await Self.page(console, browser.cookie).contains("Nothing was changed"), "\(number)")
        }
        console.time.advance(by: .seconds(601))
        _ = try await console.post("/rules/rewind", ["plan": second], as: browser)
        #expect(try await Self.page(console, browser.cookie).contains("Nothing was changed"))
        #expect(console.requests.isEmpty)
    }

    @Test(arguments: [
        (["rule": ""], "Name a rule by its id."), (["rule": "gret"], "unknown rule &#39;gret&#39;"),
        (["rule": "<script>"], "unknown rule &#39;&lt;script&gt;&#39;"), (["since": ""], "is not a time."),
        (["since": "tomorrow"], "is not a time."), (["since": "9999-01-01"], "lies in the future"),
        (["clan": "12"], "There is no clan"),
    ])
    func `a form that makes no sense is refused with the reason`(change: [String: String], reason: String) async throws {
        let console = try await Self.console()
        let browser = try console.signIn()
        let fields = ["rule": "greet", "since": "1d", "clan": ""].merging(change) { $1 }
        let answer = try await console.post("/rules/plan", fields, as: browser)
        let page = try await console.send(.get, try #require(answer.headers[.location]), cookie: browser.cookie).text()
        #expect(page.contains(reason), "\(page)")
        #expect(console.runner.latest(.rewind) == nil)
    }

    @Test func `there is nothing to confirm if nothing would be taken back`() async throws {
        let console = try await Self.console()
        let browser = try console.signIn()
        console.time.advance(by: .seconds(60))
        let fields = ["rule": "greet", "since": "1s", "clan": ""]
        _ = try await console.post("/rules/plan", fields, as: browser)
        await console.runner.performPending()
        let page = try await Self.page(console, browser.cookie)
        #expect(page.contains("There is nothing to take back.") && !page.contains("id=\"confirm\""), "\(page)")
    }

    @Test func `a form without the session's token is forbidden`() async throws {
        let console = try await Self.console()
        let browser = try console.signIn()
        for path in ["/rules/plan", "/rules/rewind", "/rules/suggest", "/editor/take"] {
            #expect(try await console.post(path, ["plan": "1"], as: (browser.cookie, "")).status == .forbidden, "\(path)")
        }
        #expect(console.requests.isEmpty && console.runner.latest(.rewind) == nil)
    }
}
