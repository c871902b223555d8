package import Foundation

/// Where a house keeps what bots attach and what they have read: each file under the hash of its bytes.
package struct FileStore: Sendable {
    /// Returns the file's name once it is on disk.
    package var keep: @Sendable (Data) async throws -> String
    package var bytes: @Sendable (_ name: String) async throws -> Data

    package init(
        keep: @escaping @Sendable (Data) async throws -> String, bytes: @escaping @Sendable (_ name: String) async throws -> Data
    ) {
        self.keep = keep
        self.bytes = bytes
    }

    /// For a house without a data folder.
    package static let none = FileStore(
        keep: { _ in throw FileError.unkept("there is no data folder") },
        bytes: { _ in throw FileError.unkept("there is no data folder") })
}
