import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The address of the admin socket in a data directory.
///
/// The kernel limits addresses to 107 bytes. A directory's path may be longer; it is therefore opened and addressed by its
/// descriptor.
struct AdminSocketAddress: ~Copyable {
    static let file = "control.sock"
    private let folder: Int32
    private let path: String

    /// - Throws: `AdminSocketError`.
    init(in folder: String) throws(AdminSocketError) {
        self.folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard self.folder >= 0 else { throw .cannotConnect(to: folder) }
        path = "/proc/self/fd/\(self.folder)/\(Self.file)"
    }

    deinit { close(folder) }

    func unlink() { Glibc.unlink(path) }

    /// Restricts the socket to its owner.
    func protect() -> Bool { chmod(path, 0o600) == 0 }

    func bind(_ socket: Int32) -> Bool { withAddress { Glibc.bind(socket, $0, $1) } == 0 }
    func connect(_ socket: Int32) -> Bool { withAddress { Glibc.connect(socket, $0, $1) } == 0 }

    private func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            // A descriptor has at most ten digits, so the path always fits.
            for (index, byte) in path.utf8.enumerated() where index < room.count - 1 { room[index] = byte }
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}

/// An error in the connection between a command and the application.
package enum AdminSocketError: Error, Equatable, CustomStringConvertible {
    case notThere(folder: String)
    case unusable(folder: String, reason: String)
    case cannotListen(String)
    case lost

    package var description: String {
        switch self {
        case .notThere(let folder): "no bot is running with the data directory '\(folder)'"
        case .unusable(let folder, let reason): "the data directory '\(folder)' cannot be used: \(reason)"
        case .cannotListen(let reason): "commands cannot reach this bot: \(reason)"
        case .lost: "the bot exited before it replied"
        }
    }

    /// Returns the error of the last system call, which opened the directory or connected to its socket.
    static func cannotConnect(to folder: String) -> AdminSocketError {
        [EACCES, EPERM, ENOTDIR].contains(errno)
            ? .unusable(folder: folder, reason: String(cString: strerror(errno))) : .notThere(folder: folder)
    }
}
