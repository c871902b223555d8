import ArgumentParser
import BotConfiguration
import BotKit
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Replay
import RuleEngine
import Storage

/// Kills the bot repeatedly while it asks web servers, and checks that every question has exactly one answer and every request one key.
struct RequestSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Kill the bot repeatedly while it asks web servers.",
        discussion: """
            Two servers number the questions. One has no second effect for a repeated Idempotency-Key, the other counts every \
            arrival. Both refuse some requests and lose some responses. Afterwards a replay and a backtest must ask nobody.
            """)

    @Option(help: "Number of questions.")
    var questions = 1000
    @Option(help: "Number of times that the bot is killed with SIGKILL.")
    var kills = 50
    @Option(help: "Number of channels, an even one.")
    var channels = 8
    @Option(help: "Share of requests that a server refuses, and that of responses that it loses.")
    var faults = 0.1
    @Option(help: "Random seed.")
    var seed: UInt64 = 1

    func validate() throws {
        guard questions > 0, kills >= 0, channels > 0, channels.isMultiple(of: 2), (0...0.3).contains(faults) else {
            throw ValidationError("--questions must be at least 1, --channels even, and --faults from 0 to 0.3")
        }
    }

    /// A rule that has the bot asked, for the backtest.
    private static let rule = """
        version: 1
        bots: { requesting: { enabled_in: all, http: { allow: [a.example] } } }
        rules:
          - id: ask
            trigger: message
            late: run
            limits: { per_minute: 1000000, per_day: 10000000, per_person: 1000000 }
            when: { text: { matches: '^question' } }
            then: { run: { bot: requesting, command: "*ask {{ message.text }}" } }

        """

    func run() async throws {
        let servers = [
            try await QuestionServer(honoringKeys: true, faults: faults, seed: seed),
            try await QuestionServer(honoringKeys: false, faults: faults, seed: seed + 1),
        ]
        let sections = """
            bots:
              requesting:
                enabled_in: all
                late: run
                http: { allow_private: ["\(servers[0].address)", "\(servers[1].address)"], per_second: 1000 }
                config: { even: "\(servers[0].address)/ask", odd: "\(servers[1].address)/ask" }
            """
        let stage = try await SoakEnvironment(channels: channels, rules: "[]", sections: sections)
        var isGood = false
        defer { stage.tearDown(keepingFiles: !isGood) }
        let asker = try stage.asker()
        let time = SystemTime()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await asker.run() }
            try await NumberedQuestions.untilReady(asker)
            group.addTask { while await asker.next() != nil {} }  // Histories are compared instead.
            // A new installation ignores earlier messages, so it is started once before.
            let first = try await stage.startBot(program: "soak")
            first.end()
            let began = time.uptime
            try await ask(asker, stage, time)
            let bot = try await stage.startBot(program: "soak")
            _ = try await NumberedQuestions.settledOutcome(in: stage.channels, seenBy: asker, time)
            bot.end()
            let outcome = try await RequestOutcome(servers, stage.channels, seenBy: asker, try stage.reader())
            group.cancelAll()
            print(
                """
                questions \(outcome.chat.asked), kills \(kills), \(Load.number((time.uptime - began) / .seconds(1))) s; requests \
                \(outcome.arrivals), of which repeated \(outcome.repeated), further effects without keys \
                \(outcome.doubledEffects.counting), with keys \(outcome.doubledEffects.honoring)
                answers: lost \(outcome.chat.lost), duplicates \(outcome.chat.doubled); responses: lost \(outcome.lostResponses), \
                duplicates \(outcome.doubledResponses)
                """)
            let defects = outcome.defects(questions: questions, kills: kills) + (try await replayDefects(stage, servers))
            for defect in defects { print("broken: \(defect)") }
            isGood = defects.isEmpty
            guard isGood else { throw ExitCode.failure }
        }
        for server in servers { try await server.stop() }
    }

    /// Asks the questions in as many parts as there are kills. The bot is killed at a random moment of each, in one of four while it starts.
    private func ask(_ asker: ChatUser, _ stage: SoakEnvironment, _ time: SystemTime) async throws {
        var random = SplitMix64(seed: seed)
        let rounds = max(1, kills)
        for round in 0..<rounds {
            let bot = try await stage.startBot(waiting: !round.isMultiple(of: 4), program: "soak")
            let part = round * questions / rounds..<(round + 1) * questions / rounds
            async let asked: Void = ask(part, asker, stage.channels, time)
            try await time.sleep(for: .milliseconds(Int.random(in: 5...500, using: &random)))
            if kills > 0 { bot.kill() }
            try await asked
            bot.end()
        }
    }

    private func ask(_ numbers: Range<Int>, _ asker: ChatUser, _ channels: [Channel], _ time: SystemTime) async throws {
        for number in numbers {
            try await asker.say("question \(number)", in: channels[number % channels.count])
            try await time.sleep(for: .milliseconds(20))
        }
    }

    /// Replays the journal and backtests a rule that has the bot asked.
    private func replayDefects(_ stage: SoakEnvironment, _ servers: [QuestionServer]) async throws -> [String] {
        let before = servers.map(\.arrivals.count)
        let reader = try stage.reader()
        let today = try await reader.directoryLookup()
        var found: [ReplayDifference] = []
        let summary = try await Replayer(reader, today: today, botFactory: FaultyBots.registry.botFactory()).run {
            found.append($0)
        }
        let (plan, report) = CompiledConfiguration.check(
            texts: ["config.yaml": Self.rule], root: "config.yaml", registry: FaultyBots.registry)
        guard let plan, let revision = try await reader.revisions().first?.rules else {
            return ["the backtest cannot be prepared: \(report.human())"]
        }
        let tested = try await Backtester(reader, today: today, from: revision, to: plan.rules).run()
        let asked = zip(servers.map(\.arrivals.count), before).reduce(0) { $0 + $1.0 - $1.1 }
        print(
            "replay: decisions \(summary.decisions), bot invocations \(summary.bots?.played ?? 0), differences \(found.count); "
                + "backtest: messages decided otherwise \(tested.changed) of \(tested.entries); requests \(asked)")
        var defects = found.prefix(10).map { "a replay differs: \($0.line(in: .gmt))" }
        if !summary.isExact { defects.append("the replay is not exact") }
        // Each question is decided, and each response.
        if summary.bots?.played ?? 0 < 2 * questions {
            defects.append("the replay did not invoke the bot for each question and response")
        }
        if tested.changed < questions { defects.append("the backtest did not decide each question by the rule") }
        if asked > 0 { defects.append("a replay or a backtest asked a server \(asked) times") }
        return defects
    }
}
