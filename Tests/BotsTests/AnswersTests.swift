import BotKit
import BotTesting
import Foundation
import Synchronization
import Testing

@testable import Bots

@Suite(.timeLimit(.minutes(15)))
struct AnswersTests {
    private static let url = LanguageModel().url

    /// Returns a clan with a private channel `board`, in which messages were sent before.
    private func clan(model: String = "small", perDay: Int = 20) async throws -> TestClan {
        var options = Answers.Options()
        options.model.name = model
        options.questionsPerDay = perDay
        let rules = """
            version: 1
            names: { channels: { board: "77" } }
            channels: { board: { private: true } }
            """
        let clan = try await TestClan(Answers(options: options), rules: rules, channels: ["general", "ops", "board"])
        try await clan.user("binh").says("To deploy, merge into staging", in: "ops")
        try await clan.user("binh").says("The key of staging is hunter2", in: "board")
        try await clan.user("binh").says("We deploy at noon")
        return clan
    }

    private static func completion(_ content: String) -> HTTPResponse {
        HTTPResponse("{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"\(content)\"}}]}")
    }

    @Test func `without a model the messages are listed with their links`() async throws {
        let clan = try await clan(model: "")
        let binh = clan.user("binh")
        try await binh.says("*find deploy staging")
        let lines = try #require(try clan.messages().last?.text.split(separator: "\n").map(String.init), "\(clan.transcript)")
        let expected = [
            "Earlier messages:", "• binh, 2026-01-01: To deploy, merge into staging", "• binh, 2026-01-01: We deploy at noon",
        ]
        #expect([lines[0], lines[1], lines[3]] == expected)
        #expect(lines.count == 5 && lines[2].contains("/channels/\(clan.channel("ops"))#"), "\(lines)")
        try await clan.advance(by: .seconds(10))
        // Neither the question nor the answer is found.
        #expect(try await binh.says("*find earlier") == [.reply("I have found no earlier message about that.")])
    }

    @Test func `in a private place its own messages are found too`() async throws {
        let clan = try await clan(model: "")
        try await clan.user("binh").says("*find hunter2", in: "board")
        #expect(try clan.messages(in: "board").last?.text.contains("The key of staging is hunter2") == true)
    }

    @Test func `the model answers from what everyone here can read, with links to what it cites`() async throws {
        let clan = try await clan()
        let asked = Mutex("")
        clan.http(Self.url) { request in
            asked.withLock { $0 = request.body.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "" }
            return Self.completion("Merge into staging [1]. @everyone")
        }
        await clan.fail(commit: 5)
        try await clan.user("an").says("*find how do I deploy to staging?")
        try await clan.restart(losing: .uncommitted)
        let prompt = asked.withLock(\.self)
        #expect(prompt.contains("[1] binh, 2026-01-01: To deploy, merge into staging"))
        #expect(prompt.contains("[2] binh, 2026-01-01: We deploy at noon") && !prompt.contains("hunter2"))
        let answers = try clan.messages().filter { $0.text.hasPrefix("Merge") }
        #expect(answers.count == 1 && answers[0].mentions.isEmpty, "\(clan.transcript)")
        let lines = answers.first?.text.split(separator: "\n") ?? []
        #expect(lines.count == 2 && lines[1].hasPrefix("[1] https://mezon.ai/chat/clans/"), "\(lines)")
        #expect(lines.last?.contains("/channels/\(clan.channel("ops"))#") == true)
    }

    @Test(arguments: [HTTPResponse("no", status: 401), HTTPResponse("{}"), completion("")])
    func `if the model gives no answer the messages are listed`(response: HTTPResponse) async throws {
        let clan = try await clan()
        clan.http(Self.url, answers: response)
        try await clan.user("an").says("*find staging")
        let text = try #require(try clan.messages().last?.text)
        #expect(
            text.hasPrefix("The language model gives no answer. Earlier messages:\n• binh, 2026-01-01: To deploy, merge"),
            "\(text)")
    }

    @Test func `beyond the budget of a person the messages are listed`() async throws {
        let clan = try await clan(perDay: 1)
        clan.http(Self.url, answers: Self.completion("Merge."))
        let an = clan.user("an")
        try await an.says("*find staging")
        #expect(try clan.messages().last?.text.hasPrefix("Merge.\n[1] https://") == true, "\(clan.transcript)")
        try await clan.advance(by: .seconds(10))
        try await an.says("*find staging")
        #expect(try clan.messages().last?.text.hasPrefix("Earlier messages:") == true)
    }
}
