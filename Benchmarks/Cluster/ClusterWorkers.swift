import ChatModel
import Foundation
import MezonBotApp
import PostgreSQLStorage

/// The processes of a bot with one store: nodes `a`, `b`, `c`…, each with a data directory of its own.
final class ClusterWorkers {
    private let environment: SoakEnvironment
    private let administration: ClusterAdministration
    private var processes: [String: ChildProcess] = [:]
    let names: [String]
    /// The environment variables of nodes, by their names.
    var variables: [String: [String: String]] = [:]
    /// The links of nodes to the gateway, by their names.
    var gatewayLinks: [String: NodeLink] = [:]

    init(_ count: Int, of environment: SoakEnvironment, url: String, schema: String) throws {
        self.environment = environment
        names = (0..<count).map { String(UnicodeScalar(UInt8(ascii: "a") + UInt8($0))) }
        administration = try ClusterAdministration(url: url, schema: schema)
    }

    /// - Parameter isWaitedFor: Pass true for a node that will be the active one, to wait until it is ready.
    func start(_ name: String, isWaitedFor: Bool = false) async throws {
        processes[name] = try await environment.startBot(
            waiting: isWaitedFor, node: name, gateway: gatewayLinks[name]?.port, flags: ["--node", name, "--wait"],
            environment: variables[name] ?? [:])
    }

    /// Lets the clock of a node be wrong from its next start.
    func shiftClock(of name: String, by seconds: Int) throws {
        let library = ChildProcess.path(of: "libshifted-clock.so")
        guard FileManager.default.fileExists(atPath: library) else {
            throw SoakEnvironment.Failure.notReady("the product shifted-clock", log: library)
        }
        variables[name, default: [:]].merge(
            ["LD_PRELOAD": library, "SHIFTED_CLOCK": "\(seconds)"]) { $1 }
    }

    /// The status of a node, as an operator reads it.
    func status(of name: String) throws -> String {
        let output = Pipe()
        let command = try ChildProcess(
            "mezon-bot", ["status", "--data", environment.dataFolder(of: name)], output: output,
            log: environment.folder.appending(path: "status.log").path)
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        command.process.waitUntilExit()
        return text
    }

    subscript(name: String) -> ChildProcess? { processes[name] }

    /// The node that runs the bot; nil if none does, or the server cannot be asked.
    var active: String? { (try? administration.cluster())?.active }

    var moves: [Cluster.Move] { (try? administration.cluster().moves) ?? [] }

    /// Waits until a node runs the bot.
    func waitForActive(otherThan name: String? = nil, _ time: SystemTime) async throws -> String {
        for _ in 0..<600 {
            if let active, active != name { return active }
            try await time.sleep(for: .milliseconds(50))
        }
        throw SoakEnvironment.Failure.notReady("an active node", log: environment.folder.path)
    }

    /// Waits until all other nodes stand by.
    func waitForStandbys(_ time: SystemTime) async throws {
        for _ in 0..<600 {
            let nodes = (try? administration.cluster().nodes) ?? []
            if nodes.count(where: { $0.role == .standby }) == names.count - 1 { return }
            try await time.sleep(for: .milliseconds(50))
        }
        throw SoakEnvironment.Failure.notReady("the standbys", log: environment.folder.path)
    }

    /// Moves the bot by command.
    func move() throws { _ = try administration.move(to: nil) }

    func end() {
        for process in processes.values {
            process.thaw()
            process.kill()
        }
    }
}
