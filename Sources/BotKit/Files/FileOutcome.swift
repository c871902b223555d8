package import Foundation

/// How the bytes of an attachment were read. What is large is kept beside the record, under its hash.
package enum FileOutcome: Hashable, Sendable, Codable {
    case small(Data)
    case kept(name: String, sizeInBytes: Int)
    case failure(HTTPError)

    /// Bytes that stand in the record itself.
    package static let mostSmall = 16 << 10
}
