import BotKit
import BotTesting
import Testing

@testable import Bots

struct QuizTests {
    private func clan(_ locale: String = "en", _ questions: [Quiz.Question]? = nil) async throws -> TestClan {
        var options = Quiz.Options()
        options.questions = questions ?? [Quiz.Question(ask: "The capital?", answers: ["Hà Nội", "Hanoi"])]
        return try await TestClan(Quiz(options: options), rules: "version: 1\nbot: { locale: \(locale) }\n")
    }

    @Test(arguments: ["ha noi", "Hà Nội", "HÀ NỘI!", "it is Ha Noi, I think", "hanoi"])
    func `the first correct quiz answer scores, regardless of spelling`(answer: String) async throws {
        let clan = try await clan()
        let an = clan.user("an"), binh = clan.user("binh")
        #expect(try await an.says(answer) == [])
        #expect(try await an.says("*quiz") == [.reply("The capital?")])
        #expect(try await binh.says("Sài Gòn") == [])
        try await clan.restart(losing: .uncommitted)
        #expect("\(try await binh.says(answer))".contains("is correct! binh: 1"))
        #expect(try await an.says(answer) == [])
        #expect(try await an.says("*quiz score") == [.reply("1. binh: 1")])
    }

    @Test(arguments: ["hanoian", "chanoi", "ha no", "h a n o i"])
    func `a similar word is not a correct quiz answer`(answer: String) async throws {
        let clan = try await clan()
        try await clan.user("an").says("*quiz")
        #expect(try await clan.user("binh").says(answer) == [])
    }

    @Test func `an open quiz question is repeated, revealed when skipped, and expires`() async throws {
        let clan = try await clan("vi")
        let an = clan.user("an")
        #expect(try await an.says("*quiz skip") == [.reply("Chưa có câu hỏi nào.")])
        try await an.says("*quiz")
        #expect(try await an.says("*quiz") == [.reply("The capital?")])
        #expect(try await an.says("hà nội", in: "random") == [])
        #expect(try await an.says("*quiz skip") == [.reply("Đáp án là Hà Nội.")])
        #expect(try await an.says("hà nội") == [])
        try await an.says("*quiz")
        try await clan.advance(by: .seconds(600))
        #expect(try await an.says("hà nội") == [])
        #expect(try await an.says("*quiz score") == [.reply("Chưa ai có điểm.")])
    }

    @Test func `a quiz question does not repeat twice in a row`() async throws {
        let clan = try await clan("en", [.init(ask: "a", answers: ["x"]), .init(ask: "b", answers: ["x"])])
        let an = clan.user("an")
        var asked: [[Action]] = []
        for _ in 0..<6 {
            asked.append(try await an.says("*quiz"))
            try await an.says("x")
        }
        #expect(zip(asked, asked.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test func `a quiz without questions says so`() async throws {
        #expect(try await clan("en", []).user("an").says("*quiz") == [.reply("No questions are configured.")])
    }
}
