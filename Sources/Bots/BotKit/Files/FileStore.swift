package import Foundation

/// A content-addressed store for the files that bots attach and read: each is named by the hash of its bytes.
package struct FileStore: Sendable {
    /// Stores bytes; returns the file's name once it is on disk.
    package var keep: @Sendable (Data) async throws -> String
    package var bytes: @Sendable (_ name: String) async throws -> Data

    package init(
        keep: @escaping @Sendable (Data) async throws -> String, bytes: @escaping @Sendable (_ name: String) async throws -> Data
    ) {
        self.keep = keep
        self.bytes = bytes
    }

    /// A store that rejects all files, for an application without a data directory.
    package static let none = FileStore(
        keep: { _ in throw FileError.unkept("there is no data directory") },
        bytes: { _ in throw FileError.unkept("there is no data directory") })
}
