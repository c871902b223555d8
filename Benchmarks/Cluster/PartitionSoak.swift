import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import Storage

/// Cuts the links of the active node of a bot while messages arrive.
struct PartitionSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "partitions",
        abstract: "Cut the active node off from Mezon, its database or both; count lost and duplicate effects.",
        discussion: """
            Each link is cut in each direction for each of the times. Nothing is closed: what was sent arrives afterwards. After a cut of \
            five seconds or more (of the link to Mezon: 30) the status of the node has to say what is wrong.
            """)

    enum Link: String, CaseIterable {
        case gateway, database, both

        /// A part of what the status says while it is cut.
        var words: [String] {
            switch self {
            case .gateway: ["not connected", "connecting", "no connection", "disconnected"]
            case .database, .both: ["does not answer", "does not confirm", "cannot be asked"]
            }
        }
    }

    @Option(help: "Seconds of a cut, separated by commas.")
    var seconds = "1,5,60"
    @Option(help: "Messages a second.")
    var perSecond = 30
    @Option(help: "Share of acknowledgements that is lost.")
    var lostAcks = 0.1

    private struct Cut {
        var link: Link
        var directions: Set<LoopbackProxy.Direction>
        var duration: Duration

        var text: String {
            let direction = directions.count > 1 ? "both directions" : directions.contains(.toServer) ? "to it" : "from it"
            return "\(link.rawValue), \(direction), \(duration.components.seconds) s"
        }
    }

    private func cuts() throws -> [Cut] {
        let durations = seconds.split(separator: ",").compactMap { Int($0) }.map { Duration.seconds($0) }
        guard !durations.isEmpty else { throw ValidationError("--seconds: write numbers, such as 1,5,60") }
        let directions: [Set<LoopbackProxy.Direction>] = [[.toServer], [.toClient], [.toServer, .toClient]]
        return durations.flatMap { duration in
            Link.allCases.flatMap { link in directions.map { Cut(link: link, directions: $0, duration: duration) } }
        }
    }

    func run() async throws {
        let cuts = try cuts()
        let port = try LoopbackProxy.freePort()
        var databaseLinks: [String: NodeLink] = [:]
        try await ClusterTrial.run(
            ClusterTrial.Terms(nodes: 2, perSecond: perSecond, lostAcks: lostAcks),
            servers: { try PostgreSQLPair(in: $0, isSynchronous: false, port: port) },
            prepare: { trial in
                for name in trial.workers.names {
                    let database = try NodeLink(to: port, namesItself: false)
                    databaseLinks[name] = database
                    trial.workers.gatewayLinks[name] = try NodeLink(to: trial.environment.gatewayPort ?? 0, namesItself: true)
                    trial.workers.variables[name] = ["SOAK_CLUSTER_URL": PostgreSQLPair.url(ofPort: database.port)]
                }
            },
            body: { trial in
                var untold = 0
                for cut in cuts {
                    if try await !isTold(cut, databaseLinks, trial) { untold += 1 }
                }
                return untold
            },
            judge: { outcome, untold, _, _ in
                print("cuts \(cuts.count), of which the status did not tell: \(untold)")
                return outcome.isGood && untold == 0
            })
    }

    /// Cuts and heals links of the active node. Returns whether its status has told what was wrong.
    private func isTold(_ cut: Cut, _ databaseLinks: [String: NodeLink], _ trial: ClusterTrial) async throws -> Bool {
        let (workers, time) = (trial.workers, trial.time)
        try await workers.waitForStandbys(time)
        try await time.sleep(for: .milliseconds(500))
        let active = try await workers.waitForActive(time)
        let links: [NodeLink?] =
            switch cut.link {
            case .gateway: [workers.gatewayLinks[active]]
            case .database: [databaseLinks[active]]
            case .both: [workers.gatewayLinks[active], databaseLinks[active]]
            }
        let start = time.uptime
        for link in links { link?.cut(cut.directions) }
        try await time.sleep(until: start + cut.duration)
        // A server that keeps silent is noticed once an answer is due.
        let isDue = cut.duration >= (cut.link == .gateway ? .seconds(30) : .seconds(5))
        let isTold = try !isDue || trial.isTold(by: active, cut.link.words)
        for link in links { link?.heal() }
        try await trial.answers.waitForFirst(after: time.uptime, time)
        let silence = trial.answers.silence(from: start, to: time.uptime) / .seconds(1)
        print("\(cut.text): \(active) was active, \(try await workers.waitForActive(time)) is; silent for \(silence.short) s")
        return isTold
    }
}
