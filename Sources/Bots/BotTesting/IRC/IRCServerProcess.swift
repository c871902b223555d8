import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A real IRC server installed on this machine, run on loopback for tests and soak runs. Tests that need one are skipped if it is
/// not installed.
package final class IRCServerProcess: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case ngircd, inspircd
    }

    package enum Pace: Sendable {
        /// The server accepts commands without throttling.
        case unlimited
        /// The limits of the distributed package: both servers throttle clients and disconnect those that continue.
        case asShipped
    }

    package enum LaunchError: Error, Equatable {
        case notInstalled
        case noPort
        /// The process ended before it listened; the value is the end of its output.
        case ended(String)
    }

    package let kind: Kind
    package let port: Int
    private let folder: TemporaryDirectory
    private let process = ServerProcess()

    package static func path(of kind: Kind) -> String? {
        ["/usr/sbin/", "/usr/bin/", "/usr/local/sbin/"].map { $0 + kind.rawValue }
            .first(where: FileManager.default.isExecutableFile)
    }

    /// Creates a server process, without starting it.
    ///
    /// - Parameter password: The password that clients have to send.
    package init(_ kind: Kind, pace: Pace = .unlimited, password: String? = nil) throws {
        guard Self.path(of: kind) != nil else { throw LaunchError.notInstalled }
        self.kind = kind
        port = try Self.freePort()
        folder = try TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: folder.path + "/empty", withIntermediateDirectories: true)
        try "hello\n".write(toFile: folder.path + "/motd", atomically: true, encoding: .utf8)
        let text = IRCServerConfig(kind: kind, port: port, folder: folder.path, pace: pace, password: password).text
        try text.write(toFile: folder.path + "/server.conf", atomically: true, encoding: .utf8)
    }

    deinit { kill() }

    package var processID: Int32 { process.processID }

    /// Starts the server and returns once it listens. After `kill()` it may be started again, on the same port.
    package func start() async throws {
        guard let path = Self.path(of: kind) else { throw LaunchError.notInstalled }
        let config = folder.path + "/server.conf"
        let (arguments, sign) =
            switch kind {
            case .ngircd: (["-n", "-f", config], " ready.")
            case .inspircd:
                (["--nofork"] + (geteuid() == 0 ? ["--runasroot"] : []) + ["--config=" + config], "is now running as")
            }
        if let lastWords = try await process.start(path, arguments, in: folder, until: sign) {
            throw LaunchError.ended(lastWords)
        }
    }

    /// Ends the process at once, as a crash does.
    package func kill() { process.kill() }

    /// Sends a signal, to suspend or resume the process: data sent to it meanwhile waits.
    package func signal(_ signal: Int32) { process.signal(signal) }

    static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw LaunchError.noPort }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isBound else { throw LaunchError.noPort }
        return Int(in_port_t(bigEndian: address.sin_port))
    }
}
