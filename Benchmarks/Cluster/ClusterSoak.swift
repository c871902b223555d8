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
            It starts a PostgreSQL primary with a standby, and the nodes, one of which has a wrong clock. Each question has to have one \
            answer, each message to copy one copy, each deletion one case, each repetition its number of messages, each dialogue one end, \
            and each minute what is scheduled for it. With --asynchronous, commits do not wait for the standby: promotions then have to \
            lose some or double some.
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
    @Option(help: "Seconds by which the clock of the last node is ahead.")
    var clockAhead = 86_400
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
        try await ClusterTrial.run(
            ClusterTrial.Terms(nodes: workers, perSecond: perSecond, lostAcks: lostAcks),
            servers: { try PostgreSQLPair(in: $0, isSynchronous: !asynchronous) },
            prepare: { trial in
                if clockAhead != 0, let last = trial.workers.names.last { try trial.workers.shiftClock(of: last, by: clockAhead) }
            },
            body: inject,
            judge: { outcome, silences, _, _ in
                report(silences)
                // On a busy machine the gateway receives in bursts what was sent steadily.
                return outcome.isGood && outcome.burst <= (patience > 1 ? 100 : 80) && isTimely(silences)
            })
    }

    /// Injects the faults in random order.
    ///
    /// - Returns: The silences after each kind.
    private func inject(_ trial: ClusterTrial) async throws -> [Fault: [Duration]] {
        let (servers, workers, answers, time) = (trial.servers, trial.workers, trial.answers, trial.time)
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
            try await answers.waitForFirst(after: max(start + .milliseconds(200), time.uptime - .milliseconds(200)), time)
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

    private func report(_ silences: [Fault: [Duration]]) {
        for fault in Fault.allCases {
            guard let durations = silences[fault]?.sorted(), let longest = durations.last else { continue }
            print(
                "\(fault.rawValue): \(durations.count), silent for \(seconds(durations[durations.count / 2])) s (median), at most "
                    + "\(seconds(longest)) s, permitted \(seconds(fault.limit * patience)) s")
        }
    }

    private func seconds(_ duration: Duration) -> String { (duration / .seconds(1)).short }
}
