/// A place that files can be read from.
package protocol FileSource: Sendable {
    /// The maximum size of a file in bytes.
    var limit: Int { get }

    /// Returns a Boolean value that indicates whether the source can read a URL.
    func canRead(_ address: String) -> Bool

    /// Reads a file. The caller sets its name; the name that the server gives is ignored.
    ///
    /// - Parameter most: a lower size limit in bytes than the source's own.
    /// - Throws: `FileTransferError`, `CancellationError`.
    func fetch(_ address: String, most: Int) async throws -> TransferredFile
}

/// A place that files can be uploaded to, for the readers of the messages that they are attached to.
package protocol FileHost: Sendable {
    /// The address of the server, which identifies the host for as long as its files exist.
    var place: String { get }
    /// The maximum size of a file in bytes.
    var limit: Int { get }

    /// Uploads a file and returns its URL.
    ///
    /// - Throws: `FileTransferError`, `CancellationError`.
    func host(_ file: TransferredFile) async throws -> String
}
