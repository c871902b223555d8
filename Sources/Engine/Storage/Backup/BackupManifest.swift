package import Foundation

/// The description of a backup, which it contains as `manifest.json`.
package struct BackupManifest: Codable, Sendable, Hashable {
    static let format = "mezon-bot backup"
    static let version = 1

    /// A number of files and their length together.
    package struct Files: Codable, Sendable, Hashable {
        package var count = 0
        package var bytes: Int64 = 0

        mutating func add(_ size: Int64) {
            count += 1
            bytes &+= size
        }
    }

    package var format = BackupManifest.format
    package var version = BackupManifest.version
    package var createdAt: Date
    package var databases: [DatabaseSummary]
    package var configuration: Files
    package var blobs: Files

    enum CodingKeys: String, CodingKey {
        case format, version, databases, configuration, blobs
        case createdAt = "created_at"
    }

    /// The keys that make the form of a manifest recognizable, whatever its version.
    struct Form: Decodable {
        var format: String
        var version: Int
    }

    /// The highest sequence of the journal: the number of its entries.
    package var lastSequence: Int64 { databases.first { $0.database == .bot }?.lastSequence ?? 0 }
}
