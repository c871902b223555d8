/// Where files can be read from.
package protocol FileSource: Sendable {
    /// The most that it gives, in bytes.
    var most: Int { get }

    /// Whether an address is one of its own.
    func keeps(_ address: String) -> Bool

    /// Reads a file. Its name is the caller's matter: what the other side calls it is not asked.
    ///
    /// - Parameter most: bytes, where less is wanted than it gives.
    /// - Throws: `FileTransferError`, `CancellationError`.
    func fetch(_ address: String, most: Int) async throws -> TransferredFile
}

/// Where files can be kept, for those who are shown a message that they are attached to.
package protocol FileHost: Sendable {
    /// What there is no other of, for as long as the files that lie there: the address of its server.
    var place: String { get }
    /// The most that it takes, in bytes.
    var most: Int { get }

    /// Keeps a file and returns its address.
    ///
    /// - Throws: `FileTransferError`, `CancellationError`.
    func host(_ file: TransferredFile) async throws -> String
}
