import ChatModel
import Foundation
package import Logging
package import Storage

extension OfflineStore {
    /// The damage in one of the databases of a data directory.
    package struct FileCheck: Sendable, Hashable, Codable {
        package var file: String
        /// Damage to the structure of the file.
        package var structure: [String]
        /// Rows that are not used as they are.
        package var rows: [String]

        package var findings: [String] { structure + rows }
    }

    /// Verifies the databases of a data directory, whether or not an application is running.
    ///
    /// - Throws: `StorageError`, and the errors of files that cannot be read for a reason other than damage.
    package static func check(_ folder: String) async throws -> [FileCheck] {
        var files = [DataDirectory.archive(in: folder)].filter(FileManager.default.fileExists)
        if try StoreOpener.server(of: folder) == nil {
            try DataDirectory.verifyExists(folder)
            files.insert(DataDirectory.database(in: folder), at: 0)
        }
        var checks: [FileCheck] = []
        for file in files {
            let findings = try await DatabaseVerification(of: file).findings()
            checks.append(FileCheck(file: file, structure: findings.structure, rows: findings.rows))
        }
        return checks
    }

    /// Saves what can be read of a damaged database into a new one, and sets damaged rows aside.
    ///
    /// - Returns: Nil if the structure of the database is sound.
    /// - Throws: `StorageError`, also if the application is running.
    package static func salvage(_ folder: String, cipher: ValueCipher?, logger: Logger) throws -> SalvageReport? {
        guard try StoreOpener.server(of: folder) == nil else { throw StorageError.onServer(folder: folder) }
        try DataDirectory.verifyExists(folder)
        return try DamagedStore(in: try DataDirectory(folder), cipher, time: SystemTime(), logger: logger).salvageIfDamaged()
    }
}
