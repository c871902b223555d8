import Foundation

/// A file inside a backup. Parts follow each other in the order of their kinds, those of one kind in the order of their names.
enum BackupPart: Hashable {
    case database(BackupDatabase)
    /// A file of the configuration, by its path in the configuration's folder.
    case configuration(String)
    /// An attachment, by its name in the data directory.
    case blob(String)
    case manifest
    /// The SHA-256 of all other parts, as `sha256sum` prints them.
    case checksums

    static let configurationFolder = "configuration"
    static let blobFolder = "blobs"

    var name: String {
        switch self {
        case .database(let database): database.fileName
        case .configuration(let path): "\(Self.configurationFolder)/\(path)"
        case .blob(let name): "\(Self.blobFolder)/\(name)"
        case .manifest: "manifest.json"
        case .checksums: "SHA256SUMS"
        }
    }

    /// Creates the part with a name; nil if no backup contains it.
    init?(name: String) {
        if let database = BackupDatabase.allCases.first(where: { $0.fileName == name }) {
            self = .database(database)
        } else if name == BackupPart.manifest.name {
            self = .manifest
        } else if name == BackupPart.checksums.name {
            self = .checksums
        } else if let path = Self.rest(of: name, in: Self.configurationFolder), Self.isSafe(path) {
            self = .configuration(path)
        } else if let blob = Self.rest(of: name, in: Self.blobFolder), BlobStore.isName(blob) {
            self = .blob(blob)
        } else {
            return nil
        }
    }

    /// The maximum length of the content in bytes.
    var maxBytes: Int64 {
        switch self {
        case .database, .checksums: .max
        case .configuration: 64 << 20  // More than all files of a configuration may have together.
        case .blob: Int64(BlobStore.maxBytes) + 4096  // With what the encryption adds.
        case .manifest: 1 << 20
        }
    }

    /// Returns whether a part may follow another one in a backup.
    func follows(_ other: BackupPart) -> Bool {
        rank != other.rank ? rank > other.rank : other.name.utf8.lexicographicallyPrecedes(name.utf8)
    }

    private var rank: Int {
        switch self {
        case .database(.bot): 0
        case .database(.archive): 1
        case .configuration: 2
        case .blob: 3
        case .manifest: 4
        case .checksums: 5
        }
    }

    private static func rest(of name: String, in folder: String) -> String? {
        name.hasPrefix(folder + "/") ? String(name.dropFirst(folder.count + 1)) : nil
    }

    /// Returns whether a path stays in its folder and has no control characters.
    static func isSafe(_ path: String) -> Bool {
        let components = path.split(separator: "/", omittingEmptySubsequences: false)
        return components.allSatisfy { !["", ".", ".."].contains($0) && $0.utf8.count <= 255 }
            && path.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}

/// A database of the data directory.
package enum BackupDatabase: String, CaseIterable, Codable, Sendable {
    case bot, archive

    var fileName: String { rawValue + ".sqlite" }
}
