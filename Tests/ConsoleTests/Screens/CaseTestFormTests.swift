import ChatModel
import EventProcessing
import HTTPTypes
import HummingbirdCore
import Moderation
import Storage
import Testing

@testable import BotTesting
@testable import Console
@testable import MezonBotApp

/// Tests the button of a case that undoes it and saves a test.
@Suite(.timeLimit(.minutes(15)))
struct CaseTestFormTests {
    private static let config = """
        names: { channels: { general: "1001" } }
        rules:
          - id: flood
            trigger: message
            mode: enforce
            when: { flood: { count: ">= 3", within: 1m, per: user } }
            then: [delete, MEASURE]
        """

    /// - Parameter measure: The rule's measure besides deleting.
    private static func console(_ measure: String = "warn") async throws -> (ConsoleHarness, address: String) {
        var setup = TestClanSetup()
        setup.channels = [.init(name: "general")]
        setup.people = [.init(id: "an", name: "nguyenvanan")]
        let console = try await ConsoleHarness(config: config.replacing("MEASURE", with: measure), clans: setup)
        for text in ["một", "hai", "ba"] { try await console.clan?.user("nguyenvanan").says(text) }
        let incident = try #require(try await console.handler.context.reader.incidents(CaseFilter()).first)
        return (console, "/incidents/\(incident.clan)/\(incident.number)")
    }

    @Test func `the button saves a test and undoes the case, in that order`() async throws {
        let (console, address) = try await Self.console()
        let browser = try console.signIn()
        let page = try await console.send(.get, address, cookie: browser.cookie).text()
        #expect(page.contains("This was wrong: undo it and save a test"))
        let answer = try await console.post(address + "/undo", ["test": "yes"], as: browser)
        #expect(answer.headers[.location] == address)
        guard console.requests.count == 2, case .saveFixture(let name, let text, "console") = console.requests[0],
            case .undo(let undo) = console.requests[1]
        else {
            Issue.record("\(console.requests)")
            return
        }
        #expect(name == "case-\(undo.clan)-1" && undo.by == "console")
        #expect(!text.contains("nguyenvanan") && !text.contains("một"))
        let differences = try await Fixture(text: text).replay(console.compiled).differences
        #expect(differences.map(\.authors) == [["rule:flood", "rule:flood"]])
        let told = try await console.send(.get, address, cookie: browser.cookie).text()
        #expect(told.contains("Events in the test: 3. Words kept because the decision depends on them: 0."))
    }

    @Test func `a case that nothing can undo still gets its test`() async throws {
        let (console, address) = try await Self.console("{ react: \"👀\" }")
        let browser = try console.signIn()
        let page = try await console.send(.get, address, cookie: browser.cookie).text()
        #expect(page.contains("This was wrong: save a test") && !page.contains("id=\"undo-all\""))
        _ = try await console.post(address + "/undo", ["test": "yes"], as: browser)
        #expect(console.requests.count == 1)
    }

    @Test func `without a test nothing is undone`() async throws {
        let (console, address) = try await Self.console()
        let browser = try console.signIn()
        console.answer { _ in AdminReply(["fixtures/case.jsonl exists"], isRefused: true) }
        _ = try await console.post(address + "/undo", ["test": "yes"], as: browser)
        #expect(console.requests.count == 1)
        let told = try await console.send(.get, address, cookie: browser.cookie).text()
        #expect(told.contains("nothing was undone") && told.contains("fixtures/case.jsonl exists"))
    }

    @Test func `a session for one clan has no such button and cannot press it`() async throws {
        let (console, address) = try await Self.console()
        let clan = try #require(address.split(separator: "/").dropFirst().first.flatMap { ClanID(String($0)) })
        let browser = try console.signIn(to: .clans([clan]))
        let page = try await console.send(.get, address, cookie: browser.cookie).text()
        #expect(!page.contains("This was wrong") && page.contains("id=\"undo-all\""))
        #expect(try await console.post(address + "/undo", ["test": "yes"], as: browser).status == .notFound)
        #expect(console.requests.isEmpty)
    }
}
