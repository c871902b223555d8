import ArgumentParser
import BotKit
import ChatModel
import MezonBotApp

/// Kills the bot repeatedly while questions arrive and acknowledgements are lost, and checks that every question has exactly one answer.
struct Crash: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Kill the bot repeatedly; count lost, duplicate and reordered answers.")

    @Option(help: "Number of questions.")
    var questions = 2000
    @Option(help: "Number of times that the bot is killed with SIGKILL.")
    var kills = 50
    @Option(help: "Number of channels.")
    var channels = 20
    @Option(help: "Share of acknowledgements that is lost.")
    var lostAcks = 0.1
    @Option(help: "Random seed.")
    var seed: UInt64 = 1

    func run() async throws {
        let environment = try await SoakEnvironment(channels: channels, rules: NumberedQuestions.rule)
        var isGood = false
        defer { environment.tearDown(keepingFiles: !isGood) }
        try await environment.fault(
            #"{"kind":"lose_ack","on":"channel_message_send","account":"bot","probability":\#(lostAcks)}"#)
        let asker = try environment.asker()
        let time = SystemTime()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await asker.run() }
            try await NumberedQuestions.untilReady(asker)
            group.addTask { while await asker.next() != nil {} }  // Live messages are discarded: the histories are compared.
            // A new installation ignores earlier messages, so it is started once before.
            let first = try await environment.startBot()
            first.end()
            let began = time.uptime
            let asking = Task { try await ask(asker, environment.channels, time) }
            try await killRepeatedly(environment, time)
            try await asking.value
            let bot = try await environment.startBot()
            let outcome = try await NumberedQuestions.settledOutcome(in: environment.channels, seenBy: asker, time)
            bot.end()
            group.cancelAll()
            print(
                """
                questions \(outcome.asked) over \(channels) channels, kills \(kills), acknowledgements lost \(Int(lostAcks * 100)) %, \
                \((time.uptime - began) / .seconds(1)) s
                lost \(outcome.lost), duplicates \(outcome.doubled), out of order \(outcome.outOfOrder)
                """)
            isGood = outcome.isGood && outcome.asked == questions
            guard isGood else { throw ExitCode.failure }
        }
    }

    /// Spreads the questions over the duration of the kills.
    private func ask(_ asker: ChatUser, _ channels: [Channel], _ time: SystemTime) async throws {
        let pause = Duration.milliseconds(max(1, kills * 400 / max(1, questions)))
        for number in 0..<questions {
            try await asker.say("question \(number)", in: channels[number % channels.count])
            try await time.sleep(for: pause)
        }
    }

    private func killRepeatedly(_ stage: SoakEnvironment, _ time: SystemTime) async throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<kills {
            let bot = try await stage.startBot(waiting: false)
            try await time.sleep(for: .milliseconds(Int.random(in: 20...700, using: &random)))
            bot.kill()
        }
    }
}
