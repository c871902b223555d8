import Foundation

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// PostgreSQL servers on Unix sockets: a primary, and a standby that follows it.
final class PostgreSQLPair {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let folder: String
    private let bin: String
    /// Whether a commit waits for the standby.
    private let isSynchronous: Bool
    /// The port on loopback at which the primary listens, too.
    private let port: Int?
    /// The index of the primary.
    private var primary = 0

    /// Creates and starts both.
    ///
    /// - Parameters:
    ///   - folder: A new folder, which their owner may enter.
    ///   - port: The port on loopback at which the primary listens as well, which then has no standby.
    init(in folder: String, isSynchronous: Bool, port: Int? = nil) throws {
        self.folder = folder
        self.port = port
        self.isSynchronous = isSynchronous
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        guard let newest = versions.compactMap(Int.init).max() else {
            throw Failure(description: "PostgreSQL is not installed (Debian: postgresql)")
        }
        bin = "/usr/lib/postgresql/\(newest)/bin"
        for index in 0...1 {
            try FileManager.default.createDirectory(atPath: home(index), withIntermediateDirectories: true)
            if getuid() == 0 { try run("/usr/bin/chown", ["postgres", home(index)], asOwner: false) }
        }
        try run("initdb", ["--no-sync", "--auth=trust", "--username=bot", "--encoding=UTF8", "--locale=C", data(0)])
        try "host=\(home(0))".write(toFile: folder + "/log", atomically: true, encoding: .utf8)
        try start(0)
        if port == nil { try follow(1) }
    }

    /// The URL of the bot: both servers, of which the primary accepts it.
    var url: String {
        if let port { return Self.url(ofPort: port) }
        let hosts = (0...1).map { home($0).replacing("/", with: "%2F") }.joined(separator: ",")
        return "postgresql:///postgres?user=bot&host=\(hosts)&target_session_attrs=read-write"
    }

    static func url(ofPort port: Int) -> String { "postgresql://bot@127.0.0.1:\(port)/postgres" }

    /// Ends the primary as a crash does, and starts it again.
    func crash() throws {
        try run("pg_ctl", ["-D", data(primary), "-s", "-m", "immediate", "stop"])
        try start(primary)
    }

    /// Cuts the standby off, lets the primary go on for a moment, ends it and promotes the standby. The former primary follows it
    /// afterwards, as a new copy.
    func promote(afterCut cut: TimeInterval) throws {
        let former = primary
        let receiver = try query("SELECT pid FROM pg_stat_wal_receiver", at: 1 - former)
        if let pid = Int32(receiver) { kill(pid, SIGSTOP) }
        Thread.sleep(forTimeInterval: cut)
        try run("pg_ctl", ["-D", data(former), "-s", "-m", "immediate", "stop"])
        if let pid = Int32(receiver) { kill(pid, SIGCONT) }
        try run("pg_ctl", ["-D", data(1 - former), "-s", "-w", "promote"])
        primary = 1 - former
        // Without a standby no commit would end. An operator, or Patroni, changes this likewise.
        try setSynchronous(false)
        try FileManager.default.removeItem(atPath: data(former))
        try follow(former)
    }

    func stop() {
        for index in 0...1 { _ = try? run("pg_ctl", ["-D", data(index), "-s", "-m", "immediate", "stop"]) }
    }

    private func home(_ index: Int) -> String { "\(folder)/server\(index)" }
    private func data(_ index: Int) -> String { home(index) + "/data" }

    private func start(_ index: Int) throws {
        // In the foreground: a process that `pg_ctl` leaves behind would keep Foundation from noticing that `pg_ctl` has ended.
        try process(
            "postgres",
            [
                "-D", data(index), "-k", home(index), "-c", "listen_addresses=\(port == nil ? "" : "127.0.0.1")", "-c",
                "port=\(port ?? 5432)", "-c", "shared_buffers=32MB", "-c",
                "max_wal_senders=4", "-c", "wal_retrieve_retry_interval=200ms",
            ]
        ).run()
        for _ in 0..<300 {
            if (try? run("pg_isready", ["-q", "-h", home(index), "-p", "\(port ?? 5432)"])) != nil { return }
            Thread.sleep(forTimeInterval: 0.05)
        }
        throw Failure(description: "a server does not start")
    }

    /// Makes a server a copy of the primary, which it follows.
    private func follow(_ index: Int) throws {
        try run(
            "pg_basebackup",
            [
                "-d", "host=\(home(primary)) user=bot application_name=standby", "-D", data(index), "-R", "-X", "stream", "-c",
                "fast",
            ])
        try start(index)
        guard isSynchronous else { return }
        try setSynchronous(true)
        for _ in 0..<100 {
            if try query("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", at: primary) == "1" { return }
            Thread.sleep(forTimeInterval: 0.1)
        }
        throw Failure(description: "the standby does not follow")
    }

    private func setSynchronous(_ isSynchronous: Bool) throws {
        _ = try query("ALTER SYSTEM SET synchronous_standby_names = '\(isSynchronous ? "standby" : "")'", at: primary)
        _ = try query("SELECT pg_reload_conf()", at: primary)
    }

    /// Has the primary execute a statement, and returns its values as text.
    @discardableResult
    func query(_ sql: String) throws -> String { try query(sql, at: primary) }

    /// Has the primary begin to execute statements.
    func begin(_ sql: String) throws -> Process {
        let process = try process(
            "psql", ["-h", home(primary), "-p", "\(port ?? 5432)", "-U", "bot", "-d", "postgres", "-qc", sql])
        try process.run()
        return process
    }

    private func query(_ sql: String, at index: Int) throws -> String {
        try run("psql", ["-h", home(index), "-p", "\(port ?? 5432)", "-U", "bot", "-d", "postgres", "-Atqc", sql])
    }

    private func process(_ program: String, _ arguments: [String], asOwner: Bool = true) throws -> Process {
        let path = program.hasPrefix("/") ? program : "\(bin)/\(program)"
        let process = Process()
        // The server refuses to run as root.
        let isRoot = asOwner && getuid() == 0
        process.executableURL = URL(fileURLWithPath: isRoot ? "/usr/sbin/runuser" : path)
        process.arguments = (isRoot ? ["-u", "postgres", "--", path] : []) + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        let log = FileHandle(forWritingAtPath: folder + "/log")
        try log?.seekToEnd()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = log ?? FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        return process
    }

    @discardableResult
    private func run(_ program: String, _ arguments: [String], asOwner: Bool = true) throws -> String {
        let process = try process(program, arguments, asOwner: asOwner)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(program) \(arguments.joined(separator: " ")): exit code \(process.terminationStatus)")
        }
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
