package import Foundation

/// The result of reading an attachment. Large content is stored beside the record, under its hash.
package enum FileOutcome: Hashable, Sendable, Codable {
    case small(Data)
    case kept(name: String, sizeInBytes: Int)
    case failure(HTTPError)

    /// The maximum size in bytes of content stored in the record itself.
    package static let maxSmallFileSize = 16 << 10
}
