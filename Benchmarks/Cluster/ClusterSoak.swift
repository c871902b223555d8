import ArgumentParser
import BotKit
import ChatModel
import Foundation
import MezonBotApp
import Storage

/// Kills, freezes and moves the processes of a bot, and its database servers, while questions arrive.
struct ClusterSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster",
        abstract: "Kill and freeze the nodes of a bot and its database servers; count lost and duplicate effects.",
        discussion: """
            It starts a PostgreSQL primary with a standby, and the nodes. Each question has to have one answer, each message to copy one copy, \
            each deletion one case, and each repetition its number of messages. With --asynchronous, commits do not wait for the standby: \
            promotions then have to lose some.
            """)

    @Option(help: "Number of nodes.")
    var workers = 3
    @Option(help: "Number of times that the active node is killed with SIGKILL.")
    var kills = 50
    @Option(help: "Number of times that the active node is stopped, and continued once another one is active.")
    var freezes = 20
    @Option(help: "Number of times that the primary crashes and starts again.")
    var postgresKills = 10
    @Option(help: "Number of times that the standby is promoted.")
    var promotions = 5
    @Option(help: "Number of times that the bot is moved by command.")
    var moves = 5
    @Option(help: "Messages a second.")
    var perSecond = 30
    @Option(help: "Share of acknowledgements that is lost.")
    var lostAcks = 0.1
    @Option(help: "Random seed.")
    var seed: UInt64 = 1
    @Option(help: "Factor of the longest permitted silences, for a busy machine.")
    var patience = 1.0
    @Flag(help: "Let commits not wait for the standby.")
    var asynchronous = false

    enum Fault: String, CaseIterable {
        case kill, freeze, crash, promotion, move

        /// The longest permitted silence.
        var limit: Duration {
            switch self {
            case .kill, .move: .seconds(1)
            case .freeze, .promotion: .milliseconds(4500)
            case .crash: .seconds(6)
            }
        }
    }

    func run() async throws {
        let time = SystemTime()
        let folder = try SoakEnvironment.newFolder()
        chmod(folder.path, 0o755)
        var isGood = false
        let servers = try PostgreSQLPair(in: folder.path, isSynchronous: !asynchronous)
        defer {
            servers.stop()
            if isGood { try? FileManager.default.removeItem(at: folder) } else { print("servers kept in \(folder.path)") }
        }
        let schema = "soak"
        let environment = try await SoakEnvironment(
            channels: ClusterMessages.channelCount, rules: ClusterMessages.rules,
            sections:
                "send: { per_second: 80, brake: { per_minute: 1000000, per_hour: 1000000, per_command: 1000000, in_row: 1000000 } }\n",
            store: "store: { url: \"${env:SOAK_CLUSTER_URL}\", schema: \(schema) }\n")
        setenv("SOAK_CLUSTER_URL", servers.url, 1)
        let workers = try ClusterWorkers(workers, of: environment, url: servers.url, schema: schema)
        defer {
            workers.end()
            environment.tearDown(keepingFiles: !isGood)
        }
        try await environment.fault(
            #"{"kind":"lose_ack","on":"channel_message_send","account":"bot","probability":\#(lostAcks)}"#)
        let asker = try environment.asker()
        let answers = AnswerTimes(time: time)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await asker.run() }
            try await NumberedQuestions.untilReady(asker)
            group.addTask { await answers.listen(to: asker) }
            // A new installation ignores earlier messages, so the first node is waited for.
            for (index, name) in workers.names.enumerated() { try await workers.start(name, isWaitedFor: index == 0) }
            _ = try await workers.waitForActive(time)
            try await workers.waitForStandbys(time)
            let began = time.uptime
            let messages = ClusterMessages(asker: asker, channels: environment.channels, bot: SoakEnvironment.bot)
            let asking = Task { try await messages.send(perSecond: perSecond, time) }
            let silences = try await inject(servers, workers, answers, time)
            asking.cancel()
            try? await asking.value
            let outcome = try await messages.settledOutcome(
                reader: { try ClusterMessages.reader(of: environment, node: workers.names[0]) }, time)
            group.cancelAll()
            report(outcome, silences, workers.moves.count, after: time.uptime - began)
            // On a busy machine the gateway receives in bursts what was sent steadily.
            isGood = outcome.isGood && outcome.burst <= (patience > 1 ? 100 : 80) && isTimely(silences)
            guard isGood else { throw ExitCode.failure }
        }
    }

    /// Injects the faults in random order.
    ///
    /// - Returns: The silences after each kind.
    private func inject(
        _ servers: PostgreSQLPair, _ workers: ClusterWorkers, _ answers: AnswerTimes, _ time: SystemTime
    ) async throws -> [Fault: [Duration]] {
        var random = SplitMix64(seed: seed)
        let counts: [(Fault, Int)] = [
            (.kill, kills), (.freeze, freezes), (.crash, postgresKills), (.promotion, promotions), (.move, moves),
        ]
        let faults = counts.flatMap { Array(repeating: $0.0, count: $0.1) }.shuffled(using: &random)
        var silences: [Fault: [Duration]] = [:]
        for (number, fault) in faults.enumerated() {
            try await workers.waitForStandbys(time)
            try await time.sleep(for: .milliseconds(Int.random(in: 300...1200, using: &random)))
            let active = try await workers.waitForActive(time)
            let start = time.uptime
            switch fault {
            case .kill:
                workers[active]?.kill()
                _ = try await workers.waitForActive(otherThan: active, time)
                try await workers.start(active)
            case .freeze:
                workers[active]?.freeze()
                _ = try await workers.waitForActive(otherThan: active, time)
                try await time.sleep(for: .milliseconds(Int.random(in: 0...1000, using: &random)))
                workers[active]?.thaw()
            case .crash: try servers.crash()
            case .promotion: try servers.promote(afterCut: 0.3)
            case .move: try workers.move()
            }
            let took = time.uptime - start
            // The next answer after it ends the silence.
            let limit = time.uptime + .seconds(20)
            while answers.first(after: max(start + .milliseconds(200), time.uptime - .milliseconds(200))) == nil,
                time.uptime < limit
            {
                try await time.sleep(for: .milliseconds(20))
            }
            let silence = answers.silence(from: start, to: time.uptime)
            silences[fault, default: []].append(silence)
            print(
                "\(number + 1)/\(faults.count) \(Date().formatted(.iso8601.time(includingFractionalSeconds: true))) \(fault.rawValue) of "
                    + "\(active): took \(seconds(took)) s, silent for \(seconds(silence)) s")
        }
        return silences
    }

    private func isTimely(_ silences: [Fault: [Duration]]) -> Bool {
        silences.allSatisfy { fault, durations in durations.allSatisfy { $0 <= fault.limit * patience } }
    }

    private func report(
        _ outcome: ClusterMessages.Outcome, _ silences: [Fault: [Duration]], _ moves: Int, after duration: Duration
    ) {
        print("messages \(outcome.sent) in \(seconds(duration)) s, acknowledgements lost \(Int(lostAcks * 100)) %")
        for fault in Fault.allCases {
            guard let durations = silences[fault]?.sorted(), let longest = durations.last else { continue }
            print(
                "\(fault.rawValue): \(durations.count), silent for \(seconds(durations[durations.count / 2])) s (median), at most "
                    + "\(seconds(longest)) s, permitted \(seconds(fault.limit * patience)) s")
        }
        for line in outcome.lines { print(line) }
    }

    private func seconds(_ duration: Duration) -> String {
        (duration / .seconds(1)).formatted(.number.precision(.fractionLength(2)))
    }
}
