package import Foundation

/// The files of a store where all its processes find them, as they are stored: encrypted if the store is.
package protocol SharedBlobs: Sendable {
    /// Keeps a file, or extends the lifetime of one that is kept.
    func keep(_ bytes: Data, named name: String) throws
    /// The file of a name; nil if there is none.
    func bytes(named name: String) throws -> Data?
    /// The names of all files.
    func names() throws -> [String]
    /// Removes the files that were not kept or used since a time.
    func sweep(before date: Date) throws
}
