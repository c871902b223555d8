/// A source that files can be read from.
package protocol FileSource: Sendable {
    /// The maximum size of a file in bytes.
    var limit: Int { get }

    /// Returns a Boolean value that indicates whether the source can read a URL.
    func canRead(_ address: String) -> Bool

    /// Reads a file. The caller sets its name; the name that the server gives is ignored.
    ///
    /// - Parameter maxBytes: A lower size limit in bytes than the source's own.
    /// - Throws: `FileTransferError`, `CancellationError`.
    func fetch(_ address: String, maxBytes: Int) async throws -> TransferredFile
}

/// A host that files can be uploaded to, for the readers of the messages that they are attached to.
package protocol FileHost: Sendable {
    /// The base URL of the server, which identifies the host for as long as its files exist.
    var baseURL: String { get }
    /// The maximum size of a file in bytes.
    var limit: Int { get }

    /// Uploads a file and returns its URL.
    ///
    /// - Throws: `FileTransferError`, `CancellationError`.
    func host(_ file: TransferredFile) async throws -> String
}
