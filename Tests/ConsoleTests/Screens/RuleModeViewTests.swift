import BotTesting
import ChatModel
import Foundation
import HTTPTypes
import HummingbirdCore
import Testing

@testable import Console
@testable import MezonBotApp

struct RuleModeViewTests {
    private static let rules = """
        version: 1
        rules:
          - id: scam  # Watched since March.
            title: Mutes scammers
            trigger: { message: {} }
            when: { text: { any_word: [scam] } }
            then: [delete]
        """

    private static func console(_ rules: String = rules) async throws -> ConsoleHarness {
        let console = try await ConsoleHarness(config: "include: rules/*.yaml", files: ["rules/a.yaml": rules])
        console.answer { _ in
            var reply = AdminReply(["rules/a.yaml was written"])
            reply.isWritten = true
            return reply
        }
        return console
    }

    private static let query = "rule=scam&mode=enforce"

    @Test func `the difference is shown before it is confirmed, and nothing else changes`() async throws {
        let console = try await Self.console()
        let browser = try console.signIn()
        #expect(
            try await console.send(.get, "/rules", cookie: browser.cookie).text().contains(
                "/rules/mode?rule=scam&amp;mode=enforce"))
        let page = try await console.send(.get, "/rules/mode?\(Self.query)", cookie: browser.cookie).text()
        #expect(page.contains("+4:     mode: enforce") && !page.contains("-3:"))
        #expect(console.requests.isEmpty)
        let digest = try #require(page.firstMatch(of: /name="digest" value="([0-9a-f]+)"/)?.1)
        let fields = ["rule": "scam", "mode": "enforce", "digest": String(digest)]
        let answer = try await console.post("/rules/mode", fields, as: browser)
        #expect(answer.status == .seeOther && answer.headers[.location] == "/rules")
        let text = Self.rules.replacing("    title:", with: "    mode: enforce\n    title:")
        let edit = ConfigurationEdit(file: "rules/a.yaml", text: text, digest: String(digest), author: "console")
        #expect(console.requests == [.save(edit)])
    }

    @Test func `a place that cannot be changed safely is refused with the reason`() async throws {
        let console = try await Self.console(Self.rules.replacing("    title:", with: "    mode:\n      shadow\n    title:"))
        let browser = try console.signIn()
        let page = try await console.send(.get, "/rules/mode?\(Self.query)", cookie: browser.cookie).text()
        #expect(page.contains("cannot be changed here") && !page.contains("id=\"confirm\""), "\(page)")
        let answer = try await console.post("/rules/mode", ["rule": "scam", "mode": "enforce"], as: browser)
        #expect(answer.status == .seeOther && console.requests.isEmpty)
        #expect(try await console.send(.get, "/rules", cookie: browser.cookie).text().contains("cannot be changed here"))
    }

    @Test(arguments: ["rule=nothing&mode=enforce", "rule=scam&mode=loud", ""])
    func `unknown rules and modes are not found`(query: String) async throws {
        let console = try await Self.console()
        #expect(try await console.send(.get, "/rules/mode?\(query)", cookie: try console.signIn().cookie).status == .notFound)
    }
}
