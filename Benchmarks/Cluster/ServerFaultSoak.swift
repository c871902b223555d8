import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp

/// Lets the database server of a bot run out of disk and of connections, and keep writes waiting, while messages arrive.
struct ServerFaultSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server-faults",
        abstract: "Fill the disk of the database server, refuse connections, hold locks, set clocks; count lost effects.",
        discussion: """
            Each fault lasts for some seconds, during which the status of the active node has to say what is wrong. The full disk is a \
            small file system in memory, which only root may mount; without root it is left out, with a line that says so.
            """)

    @Option(help: "Seconds for which a fault lasts.")
    var seconds = 12
    @Option(help: "Messages a second.")
    var perSecond = 30
    @Option(help: "Share of acknowledgements that is lost.")
    var lostAcks = 0.1

    private static let clockAhead = 86_400

    func run() async throws {
        var disk: SmallFileSystem?
        defer { disk?.unmount() }
        try await ClusterTrial.run(
            ClusterTrial.Terms(nodes: 2, perSecond: perSecond, lostAcks: lostAcks),
            servers: { folder in
                let server = try PostgreSQLPair(in: folder, isSynchronous: false, port: LoopbackProxy.freePort())
                try server.query("CREATE ROLE app LOGIN; GRANT CREATE ON DATABASE postgres TO app")
                disk = try SmallFileSystem(in: folder, owner: "postgres")
                if let disk {
                    try server.query("CREATE TABLESPACE small OWNER app LOCATION '\(disk.path)'")
                    try server.query("ALTER ROLE app SET default_tablespace = small")
                }
                return server
            },
            prepare: { trial in
                try trial.workers.shiftClock(of: trial.workers.names[1], by: Self.clockAhead)
                setenv("SOAK_CLUSTER_URL", trial.servers.url.replacing("bot@", with: "app@"), 1)
            },
            body: { try await untold($0, disk) },
            judge: { outcome, untold, _, _ in
                print("faults of which the status did not tell: \(untold.isEmpty ? "none" : untold.joined(separator: ", "))")
                return outcome.isGood && untold.isEmpty
            })
    }

    /// The active node, once the bot has stayed on it for a lease: the last fault may still move it.
    private func settledActive(_ trial: ClusterTrial) async throws -> String {
        while true {
            try await trial.workers.waitForStandbys(trial.time)
            let active = try await trial.workers.waitForActive(trial.time)
            try await trial.time.sleep(for: .seconds(4))
            if trial.workers.active == active { return active }
        }
    }

    /// Injects each fault. Returns those of which the status has not told.
    private func untold(_ trial: ClusterTrial, _ disk: SmallFileSystem?) async throws -> [String] {
        let (servers, workers) = (trial.servers, trial.workers)
        var untold: [String] = []
        func inject(_ name: String, words: String, _ begin: () throws -> Void, end: () throws -> Void) async throws {
            let active = try await settledActive(trial)
            let start = trial.time.uptime
            try begin()
            try await trial.time.sleep(for: .seconds(seconds))
            if try !trial.isTold(by: active, [words]) { untold.append(name) }
            try end()
            try await trial.answers.waitForFirst(after: trial.time.uptime, trial.time)
            let silence = trial.answers.silence(from: start, to: trial.time.uptime) / .seconds(1)
            print("\(name): silent for \(silence.short) s")
        }
        if let disk {
            try await inject("full disk", words: "the server's disk is full", disk.fill, end: disk.free)
        } else {
            print("full disk: left out, because only root may mount a small file system")
        }
        try await inject("no connections", words: "the server has no free connections") {
            try servers.query("ALTER ROLE app CONNECTION LIMIT 0")
            try servers.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'app'")
        } end: {
            try servers.query("ALTER ROLE app CONNECTION LIMIT -1")
        }
        var lock: Process?
        try await inject("slow writes", words: "the database has not finished a write for") {
            lock = try servers.begin(
                "BEGIN; LOCK TABLE \(ClusterMessages.schema).outbox IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(\(seconds + 60))")
        } end: {
            try servers.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'BEGIN; LOCK TABLE%'")
            lock?.waitUntilExit()
        }
        // To the node whose clock is wrong, and back.
        if try await workers.waitForActive(trial.time) == workers.names[0] { try workers.move() }
        _ = try await workers.waitForActive(otherThan: workers.names[0], trial.time)
        try await inject("clock", words: "the clock of this machine is \(Self.clockAhead) s ahead") {
        } end: {
            try workers.move()
        }
        return untold
    }
}

/// A small file system in memory.
final class SmallFileSystem {
    private static let mebibytes = 64

    let path: String
    private var ballast: String { path + "/ballast" }

    /// Mounts one; nil without the right to.
    init?(in folder: String, owner: String) throws {
        path = folder + "/small"
        guard getuid() == 0 else { return nil }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard try Self.run("/usr/bin/mount", ["-t", "tmpfs", "-o", "size=\(Self.mebibytes)m", "tmpfs", path]) else { return nil }
        guard try Self.run("/usr/bin/chown", [owner, path]) else { return nil }
    }

    /// Uses the rest of it.
    func fill() throws {
        // It ends with an error, once there is no room.
        _ = try Self.run("/usr/bin/dd", ["if=/dev/zero", "of=\(ballast)", "bs=4k", "status=none"])
    }

    func free() throws { try FileManager.default.removeItem(atPath: ballast) }

    /// Ends it, also if a server still uses it.
    func unmount() { _ = try? Self.run("/usr/bin/umount", ["-l", path]) }

    private static func run(_ program: String, _ arguments: [String]) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
