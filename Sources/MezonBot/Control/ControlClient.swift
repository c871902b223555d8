import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Asks the house that runs with a data folder.
package struct ControlClient: Sendable {
    private let folder: String
    private let patience = 120  // Seconds: a reload of very many rules and their tests takes some.

    package init(folder: String) { self.folder = folder }

    /// Blocks until it is answered: for commands, which have nothing else to do.
    ///
    /// - Throws: `ControlError`.
    package func ask(_ request: ControlRequest) throws -> ControlReply {
        let address = try UnixAddress(in: folder)
        let socket = ControlLine.socket()
        guard socket >= 0 else { throw ControlError.notThere(folder: folder) }
        defer { close(socket) }
        ControlLine.limit(socket, seconds: patience)
        guard address.connect(socket) else { throw ControlError.notThere(folder: folder) }
        guard ControlLine.write(Array(try JSONEncoder().encode(request)), to: socket),
            let line = ControlLine.read(from: socket, limit: 16 << 20)
        else { throw ControlError.lost }
        return try JSONDecoder().decode(ControlReply.self, from: Data(line))
    }
}
