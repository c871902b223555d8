import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Sends requests to the application that runs with a data directory.
package struct AdminClient: Sendable {
    private let folder: String
    private let patience: Duration = .seconds(120)  // A reload of many rules and their tests takes long.

    package init(folder: String) { self.folder = folder }

    /// Sends a request and blocks until it is answered. For commands, which have nothing else to do.
    ///
    /// - Throws: `AdminSocketError`.
    package func ask(_ request: AdminRequest) throws -> AdminReply {
        let address = try AdminSocketAddress(in: folder)
        let socket = AdminLineCodec.socket()
        guard socket >= 0 else { throw AdminSocketError.notThere(folder: folder) }
        defer { close(socket) }
        AdminLineCodec.limit(socket, seconds: Int(patience.components.seconds))
        guard address.connect(socket) else { throw AdminSocketError.cannotConnect(to: folder) }
        guard AdminLineCodec.write(Array(try JSONEncoder().encode(request)), to: socket, within: patience),
            let line = AdminLineCodec.read(from: socket, limit: 16 << 20, within: patience)
        else { throw AdminSocketError.lost }
        return try JSONDecoder().decode(AdminReply.self, from: Data(line))
    }
}
