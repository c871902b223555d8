import BotKit
import Foundation

/// A quiz in which the first correct answer scores a point: `*quiz`, `*quiz skip`, `*quiz score`.
struct Quiz: Bot {
    struct Question: Codable, Sendable {
        var ask: String
        /// The accepted answers; case and accents are ignored.
        var answers: [String]
    }

    struct Options: BotOptions {
        var questions = [
            Question(ask: "Thủ đô của Việt Nam? / The capital of Vietnam?", answers: ["Hà Nội"]),
            Question(ask: "2 ^ 10?", answers: ["1024"]),
            Question(
                ask: "Sông dài nhất chảy qua Đông Nam Á? / The longest river of South-East Asia?",
                answers: ["Mê Kông", "Mekong", "Cửu Long"]),
            Question(ask: "Đỉnh núi cao nhất Việt Nam? / The highest peak of Vietnam?", answers: ["Fansipan", "Phan Xi Păng"]),
        ]
        /// The number of minutes that a question stays open.
        var minutes = 10
    }

    struct Open: Codable, Sendable {
        var question: Question
        var since: Date
    }

    struct Score: Codable, Sendable {
        var name: String
        var points: Int
    }

    struct State: BotState {
        var open: Open?
        var last = ""
        var scores: [UserID: Score] = [:]
    }

    static let manifest = Manifest("quiz", "Asks questions; the first correct answer scores a point: *quiz.", needs: [.reply])
    private static let maximum = 1500  // Users with points.
    let options: Options

    var commands: [Command<Self>] {
        Command("quiz", "Ask a question", vi: "Đặt một câu hỏi", follows: false) { context in
            var random = context.random
            let state = try await context.state(.channel).value
            if let open = open(state, at: context.now) { return [.reply(Draft(open.ask))] }
            let others = options.questions.filter { $0.ask != state.last || options.questions.count == 1 }
            guard let question = others.randomElement(using: &random) else {
                return [.reply(context.say("No questions are configured.", vi: "Tôi không có câu hỏi nào."))]
            }
            try await context.state(.channel).update {
                $0.open = Open(question: question, since: context.now)
                $0.last = question.ask
            }
            return [.reply(Draft(question.ask))]
        }
        Command("quiz skip", "Show the answer and end the question", vi: "Cho biết đáp án và bỏ qua", follows: false) {
            context in
            let question = try await context.state(.channel).update { state in
                defer { state.open = nil }
                return open(state, at: context.now)
            }
            guard let answer = question?.answers.first else {
                return [.reply(context.say("No question is open.", vi: "Chưa có câu hỏi nào."))]
            }
            return [.reply(context.say("The answer was \(answer).", vi: "Đáp án là \(answer)."))]
        }
        Command("quiz score", "Show the scores", vi: "Xem điểm") { context in
            let scores = try await context.state(.channel).value.scores
            let best = scores.sorted { ($1.value.points, $0.key.rawValue) < ($0.value.points, $1.key.rawValue) }.prefix(10)
            guard !best.isEmpty else { return [.reply(context.say("No one has points yet.", vi: "Chưa ai có điểm."))] }
            let lines = best.enumerated().map { "\($0 + 1). \($1.value.name): \($1.value.points)" }
            return [.reply(Draft(lines.joined(separator: "\n")))]
        }
    }

    func precheck(_ message: Message) -> Verdict {
        (1...100).contains(message.text.utf16.count) ? .pass : .skip("too long for an answer")
    }

    func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
        guard let question = open(try await context.state(.channel).value, at: context.now),
            let answer = question.answers.first(where: { Self.holds(message.text, $0) })
        else { return [] }
        let name = message.author.name.prefix(bytes: 60)
        let points = try await context.state(.channel).update { state in
            let points = (state.scores[context.user]?.points ?? 0) + 1
            state.open = nil
            if state.scores.count < Self.maximum || points > 1 { state.scores[context.user] = Score(name: name, points: points) }
            return points
        }
        return [.reply(context.say("\(answer) is correct! \(name): \(points)", vi: "\(answer) là đúng! \(name): \(points)"))]
    }

    private func open(_ state: State, at now: Date) -> Question? {
        state.open.flatMap { now.timeIntervalSince($0.since) < Double(options.minutes) * 60 ? $0.question : nil }
    }

    /// Returns whether a text contains the words of an answer in sequence.
    private static func holds(_ text: String, _ answer: String) -> Bool {
        func words(_ text: String) -> String {
            " " + text.folded.split { !$0.isLetter && !$0.isNumber }.joined(separator: " ") + " "
        }
        let answer = words(answer)
        return answer != "  " && words(text).contains(answer)
    }
}
