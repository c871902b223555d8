import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp

/// Damages the databases of a bot repeatedly, and checks that each start uses no wrong row, answers nothing twice and reports the damage.
struct DamageSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "damage",
        abstract: "Damage database files repeatedly; count traps and silently wrong rows.",
        discussion: """
            A bot answers questions and is killed, or stopped with --stopped. Then one of its files is damaged in a copy of the data directory, and the bot is \
            started with it: it must start or say why not, use no row that differs from the undamaged copy, say that rows are gone, and \
            give no second answer. A write-ahead log that is cut at its end looks as after a power cut: rows that are gone then are \
            counted, but no failure. The exit code is 1 on a failure; all files are kept then.
            """)

    @Option(help: "Number of damaged copies.")
    var flips = 500
    @Option(help: "Number of questions before.")
    var questions = 400
    @Option(help: "Number of channels.")
    var channels = 5
    @Flag(help: "Stop the bot instead of killing it, so that the databases have no write-ahead logs.")
    var stopped = false
    @Option(help: "Random seed.")
    var seed: UInt64 = 1

    func validate() throws {
        guard flips > 0, questions > 0, channels > 0 else { throw ValidationError("all numbers must be at least 1") }
    }

    func run() async throws {
        let environment = try await SoakEnvironment(channels: channels, rules: NumberedQuestions.rule)
        var isGood = false
        defer { environment.tearDown(keepingFiles: !isGood) }
        let asker = try environment.asker()
        let time = SystemTime()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await asker.run() }
            try await NumberedQuestions.untilReady(asker)
            group.addTask { while await asker.next() != nil {} }  // Live messages are discarded: the histories are compared.
            try await prepare(environment, asker, time)
            var trial = try await DamageTrial(environment, asker: asker, seed: seed)
            for _ in 0..<flips { try await trial.run() }
            group.cancelAll()
            print(trial.table)
            isGood = trial.failures.isEmpty
            guard isGood else { throw ExitCode.failure }
        }
    }

    /// Lets the bot answer all questions, and kills it, so that it leaves its write-ahead logs.
    private func prepare(_ environment: SoakEnvironment, _ asker: ChatUser, _ time: SystemTime) async throws {
        // A new installation ignores earlier messages.
        try await environment.startBot().end()
        let bot = try await environment.startBot()
        for number in 0..<questions {
            try await asker.say("question \(number)", in: environment.channels[number % channels])
            if number == questions / 2 {
                _ = try await NumberedQuestions.settledOutcome(in: environment.channels, seenBy: asker, time)
            }
        }
        let outcome = try await NumberedQuestions.settledOutcome(in: environment.channels, seenBy: asker, time)
        try await time.sleep(for: .seconds(1))  // The last settlements are durable then.
        if stopped { bot.end() } else { bot.kill() }
        guard outcome.isGood else { throw SoakEnvironment.Failure.notReady("every answer", log: bot.log) }
    }
}
