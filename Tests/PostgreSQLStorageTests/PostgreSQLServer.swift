import BotTesting
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A PostgreSQL server in a folder of its own, reached by a Unix socket. It ends with this object.
final class PostgreSQLServer: Sendable {
    /// The folder of the server's programs; nil if none is installed.
    private static let programs: String? = {
        let versions = "/usr/lib/postgresql"
        let newest = (try? FileManager.default.contentsOfDirectory(atPath: versions))?.compactMap { Int($0) }.max()
        return newest.map { "\(versions)/\($0)/bin" }
    }()

    static var isInstalled: Bool { programs != nil }

    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        if getuid() == 0 {
            // The server refuses to run as root.
            try FileManager.default.setAttributes([.ownerAccountName: "postgres"], ofItemAtPath: folder.path)
        }
        try run(
            "initdb", ["--no-sync", "--auth=trust", "--username=bot", "--encoding=UTF8", "--locale=C", "\(folder.path)/data"])
        try start()
    }

    deinit { try? run("pg_ctl", ["--pgdata=\(folder.path)/data", "--mode=immediate", "stop"]) }

    var url: String {
        "postgresql:///postgres?user=bot&host=\(folder.path.replacing("/", with: "%2F"))"
    }

    func start() throws {
        try run(
            "pg_ctl",
            [
                "--pgdata=\(folder.path)/data", "--wait", "--log=\(folder.path)/log",
                "--options=-k \(folder.path) -c listen_addresses='' -c shared_buffers=16MB", "start",
            ])
    }

    /// Ends the server at once, as a crash does.
    func crash() throws { try run("pg_ctl", ["--pgdata=\(folder.path)/data", "--mode=immediate", "stop"]) }

    private struct ProgramFailed: Error {
        var name: String
    }

    private func run(_ name: String, _ arguments: [String]) throws {
        let program = Process()
        let path = "\(Self.programs ?? "")/\(name)"
        let isRoot = getuid() == 0
        program.executableURL = URL(fileURLWithPath: isRoot ? "/usr/sbin/runuser" : path)
        program.arguments = isRoot ? ["-u", "postgres", "--", path] + arguments : arguments
        program.currentDirectoryURL = URL(fileURLWithPath: "/")
        program.standardInput = FileHandle.nullDevice
        program.standardOutput = FileHandle.nullDevice
        program.standardError = FileHandle.nullDevice
        try program.run()
        program.waitUntilExit()
        guard program.terminationStatus == 0 else { throw ProgramFailed(name: name) }
    }
}
