import Foundation
import Logging
import Storage

/// The database of a new, plain store.
///
/// Making its tables takes much longer than copying them, so the stores of a test run begin with a copy of one.
enum StoreTemplate {
    private static let database = Result {
        let folder = try TemporaryDirectory()
        let data = try DataDirectory(folder.path)
        try Store(
            folder: data, cipher: nil, time: ManualTime(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).close()
        return try Data(contentsOf: URL(fileURLWithPath: data.database))
    }

    /// Copies the database into a folder, unless it has one.
    ///
    /// - Throws: The error for which a store cannot be made.
    static func copy(to folder: TemporaryDirectory) throws {
        let file = DataDirectory.database(in: folder.path)
        guard !FileManager.default.fileExists(atPath: file) else { return }
        let isMade = FileManager.default.createFile(
            atPath: file, contents: try database.get(), attributes: [.posixPermissions: 0o600])
        guard isMade else { throw StorageError.unusable(folder: folder.path, reason: "a database cannot be copied to it") }
    }
}
