import ArgumentParser
import ChatModel
import MezonBotApp
import Synchronization

/// Cuts the power repeatedly, so that unsynced writes are lost, and checks that every question has exactly one answer.
struct PowerCut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "powercut",
        abstract: "Discard unsynced writes repeatedly; count lost and duplicate answers.",
        discussion: """
            Benchmarks/UnsyncedWrites records what the bot writes and syncs in its data directory. The bot is killed at random \
            moments, and started again on the directory as a power cut could have left it: with all synced writes, and of the unsynced \
            ones of each file none, all, the first, some, or the first with a torn page. After each cut the databases are checked. \
            The exit code is 1 if an answer is lost, duplicate or out of order, or a database is damaged; all files are kept then, \
            and cuts.txt lists the cuts with their seeds. With --synchronous normal the syncs of commits do not count, so that \
            answers must be lost or duplicate. Linux only.
            """)

    /// The syncs that count.
    enum Synchronous: String, ExpressibleByArgument, CaseIterable {
        case full, normal
    }

    @Option(help: "Number of power cuts.")
    var cuts = 300
    @Option(help: "Number of channels.")
    var channels = 20
    @Option(help: "Share of acknowledgements that is lost.")
    var lostAcks = 0.1
    @Option(help: "Syncs that count: full for all of them, normal for those of SQLite's synchronous = NORMAL.")
    var synchronous = Synchronous.full
    @Option(help: "Random seed.")
    var seed: UInt64 = 1

    func validate() throws {
        guard cuts > 0, channels > 0 else { throw ValidationError("--cuts and --channels must be at least 1") }
        guard (0...1).contains(lostAcks) else { throw ValidationError("--lost-acks must be from 0 to 1") }
    }

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
            var trial = try PowerCutTrial(environment, synchronous: synchronous.rawValue, seed: seed)
            let isOver = Mutex(false)
            async let questions = ask(asker, environment.channels, time) { isOver.withLock { $0 } }
            try await trial.verifyLog()
            while trial.cuts < cuts, !trial.isBroken { try await trial.cut() }
            isOver.withLock { $0 = true }
            let asked = try await questions
            let outcome =
                trial.isBroken
                ? try await NumberedQuestions.outcome(in: environment.channels, seenBy: asker)
                : try await finalOutcome(environment, asker, time)
            group.cancelAll()
            print(
                """
                power cuts \(trial.cuts), synchronous \(synchronous.rawValue), questions \(outcome.asked) over \(channels) channels, \
                acknowledgements lost \(Int(lostAcks * 100)) %, \((time.uptime - began) / .seconds(1)) s
                operations recorded \(trial.operations), unsynced and discarded \(trial.discarded)
                lost \(outcome.lost), duplicates \(outcome.doubled), out of order \(outcome.outOfOrder), \
                integrity errors \(trial.errors)
                """)
            isGood = outcome.isGood && outcome.asked == asked && trial.errors == 0 && trial.operations > 0
            guard isGood else { throw ExitCode.failure }
        }
    }

    /// Asks until the cuts are over.
    ///
    /// - Returns: The number of questions.
    private func ask(_ asker: ChatUser, _ channels: [Channel], _ time: SystemTime, until isOver: () -> Bool) async throws -> Int {
        var number = 0
        while !isOver() {
            try await asker.say("question \(number)", in: channels[number % channels.count])
            number += 1
            try await time.sleep(for: .milliseconds(30))
        }
        return number
    }

    /// Starts the bot a last time and returns the outcome once every question has its answer.
    private func finalOutcome(
        _ environment: SoakEnvironment, _ asker: ChatUser, _ time: SystemTime
    ) async throws -> NumberedQuestions.Outcome {
        let bot = try await environment.startBot()
        defer { bot.end() }
        return try await NumberedQuestions.settledOutcome(in: environment.channels, seenBy: asker, time)
    }
}
