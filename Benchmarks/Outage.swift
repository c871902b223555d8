import ArgumentParser
import ChatModel
import MezonBotApp
import Storage

/// Sends messages while the bot is down, and checks that all are journaled once, marked late, in order, and answered as the rules say.
struct Outage: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send messages while the bot is down; count recovered ones.")

    @Option(help: "Messages sent while the bot is down.")
    var messages = 2000
    @Option(help: "Number of channels.")
    var channels = 20

    func run() async throws {
        let rules =
            NumberedQuestions.rule + "\n" + """
                - id: only-live
                  trigger: message
                  limits: { per_minute: 1000000, per_day: 10000000, per_person: 1000000 }
                  late: skip
                  when: { text: { starts_with: "question " } }
                  then: [{ react: "👀" }]
                """
        let stage = try await SoakEnvironment(channels: channels, rules: rules)
        defer { stage.tearDown() }
        let asker = try stage.asker()
        let time = SystemTime()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await asker.run() }
            try await NumberedQuestions.untilReady(asker)
            group.addTask { while await asker.next() != nil {} }
            let first = try await stage.startBot()
            first.end()
            for number in 0..<messages { try await asker.say("question \(number)", in: stage.channels[number % channels]) }
            let began = time.uptime
            let second = try await stage.startBot()
            let figures = try await recovered(stage, time)
            let took = (time.uptime - began) / .seconds(1)
            var outcome = NumberedQuestions.Outcome()
            for _ in 0..<60 {
                outcome = try await NumberedQuestions.outcome(in: stage.channels, seenBy: asker)
                if outcome.lost == 0 { break }
                try await time.sleep(for: .seconds(1))
            }
            second.end()
            group.cancelAll()
            print(
                """
                sent while down \(messages) over \(channels) channels, recovered in \(took) s
                in the journal \(figures.distinct), duplicates \(figures.total - figures.distinct), marked late \(figures.late), \
                out of order \(figures.outOfOrder), handled by the rule that skips late messages \(figures.acted)
                answered by the rule that runs late: lost \(outcome.lost), duplicates \(outcome.doubled), out of order \(outcome.outOfOrder)
                """)
            let isGood =
                figures.distinct == messages && figures.total == messages && figures.late == messages && figures.outOfOrder == 0
                && figures.acted == 0 && outcome.isGood
            guard isGood else { throw ExitCode.failure }
        }
    }

    private struct Figures {
        var total = 0
        var distinct = 0
        var late = 0
        var outOfOrder = 0
        var acted = 0
    }

    /// Reads the journal until it contains all messages, for half a minute at most.
    private func recovered(_ stage: SoakEnvironment, _ time: SystemTime) async throws -> Figures {
        let limit = time.uptime + .seconds(30)
        while true {
            let lines = try await stage.reader().lines(after: 0, limit: messages * 10)
            let questions = lines.filter { $0.entry.kind == "message" && !$0.entry.isOwn }
            var figures = Figures()
            figures.total = questions.count
            figures.distinct = Set(questions.map(\.entry.message)).count
            figures.late = questions.count(where: \.entry.isLate)
            for (_, inChannel) in Dictionary(grouping: questions, by: \.entry.channel) {
                figures.outOfOrder += zip(inChannel, inChannel.dropFirst()).count { $0.entry.message > $1.entry.message }
            }
            figures.acted = questions.count { line in
                line.trace?.steps.contains { $0.who == "rule:only-live" && $0.what != Trace.miss } ?? false
            }
            let isDone = figures.distinct >= messages && questions.allSatisfy { $0.trace != nil }
            if isDone || time.uptime > limit { return figures }
            try await time.sleep(for: .milliseconds(200))
        }
    }
}
