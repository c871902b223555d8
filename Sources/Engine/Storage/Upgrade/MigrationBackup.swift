import Foundation
import GRDB

/// The copies of a database from before its schema was migrated: `bot.sqlite.schema-24` has a schema of 24 migrations.
struct MigrationBackup {
    /// The number of copies that are kept.
    private static let maxCopies = 2

    private let file: String
    private var prefix: String { file + ".schema-" }

    init(of file: String) { self.file = file }

    /// Copies the database. The oldest copies beyond the maximum are removed.
    ///
    /// An interrupted migration has left the database as it was, and its copy is made again.
    /// - Parameter schema: The number of migrations of its schema.
    /// - Returns: The path of the copy.
    /// - Throws: `StorageError`, `DatabaseError`. Nothing has changed then.
    func make(from database: any DatabaseReader, schema: Int) throws -> String {
        let target = prefix + String(schema)
        let copy = DatabaseCopy(path: target + ".part")
        do {
            try database.read { try copy.make(from: $0) }
            try PositionedFile.rename(copy.path, to: target)
            for old in all().dropLast(Self.maxCopies) { try PositionedFile.remove([prefix + String(old)]) }
            try PositionedFile.sync(folder: PositionedFile.folder(of: file))
        } catch let error as POSIXError {
            throw StorageError.unusable(
                folder: PositionedFile.folder(of: file), reason: "it cannot be copied before the migration (\(error.words))")
        } catch let error as DatabaseError {
            throw StorageError.unusable(
                folder: PositionedFile.folder(of: file),
                reason: "it cannot be copied before the migration (\(StorageErrorDescription.words(for: error)))")
        }
        return target
    }

    func removeAll() throws(POSIXError) { try PositionedFile.remove(all().map { prefix + String($0) }) }

    /// The schemas of the copies in ascending order.
    private func all() -> [Int] {
        let name = String(prefix.dropFirst(PositionedFile.folder(of: file).count + 1))
        let names = (try? FileManager.default.contentsOfDirectory(atPath: PositionedFile.folder(of: file))) ?? []
        return names.filter { $0.hasPrefix(name) }.compactMap { Int($0.dropFirst(name.count)) }.sorted()
    }
}
