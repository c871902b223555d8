import ChatModel
import Foundation
import GRDB

#if canImport(Glibc)
    import Glibc
#endif

/// Saves what can be read of a damaged database into a new one, which takes its place.
///
/// The damaged files are kept under another name. If anything fails before the new database is complete and durable, they are unchanged.
struct StoreSalvage {
    private let folder: DataDirectory
    private var file: String { folder.database }
    /// The new database while it is written.
    private var draft: String { file + ".salvaged" }
    /// The new database once it is complete.
    private var complete: String { file + ".salvage-complete" }
    /// The copy that is read.
    private var copy: String { file + ".salvage-source" }

    init(of folder: DataDirectory) { self.folder = folder }

    /// - Returns: The report, which is also kept beside the damaged files.
    /// - Throws: `StorageError.damaged` if nothing can be read.
    func run(_ damage: StoreDamage, at now: Date) throws -> SalvageReport {
        do {
            return try DatabaseOpener.translated(file) { try salvage(damage, now) }
        } catch let error as POSIXError {
            throw StorageError.unusable(
                folder: folder.path, reason: "its database is damaged, and cannot be saved (\(error.words))")
        } catch StorageError.damaged(_, let reason) {
            throw StorageError.damaged(
                file: file, reason: "\(damage.reasons.joined(separator: "; ")), and nothing can be saved: \(reason)")
        }
    }

    /// Completes an interrupted replacement of the damaged files.
    ///
    /// - Throws: `StorageError`.
    func completeInstallation() throws {
        guard FileManager.default.fileExists(atPath: complete) else { return }
        do {
            try PositionedFile.remove([file + "-wal", file + "-shm"])
            try PositionedFile.rename(complete, to: file)
            try PositionedFile.sync(folder: folder.path)
        } catch {
            throw StorageError.unusable(folder: folder.path, reason: "a saved database cannot be installed (\(error.words))")
        }
    }

    private func salvage(_ damage: StoreDamage, _ now: Date) throws -> SalvageReport {
        let lastWrite = try lastWrite()
        try removeTemporaryFiles()
        try SalvageSource(of: file).copy(to: copy)
        var report = SalvageReport(damaged: "\(file).damaged-\(now.compactStamp)", at: now, reasons: damage.reasons)
        try fill(&report, lastWrite, lostEnd: damage.lostEnd)
        try keepDamagedFiles(as: report.damaged)
        try DurableFile.write(report, to: report.file)
        // An archive may have entries that are gone.
        if FileManager.default.fileExists(atPath: folder.archive) { try DamagedArchive(folder.archive).makeNote() }
        try PositionedFile.rename(draft, to: complete)
        try PositionedFile.sync(folder: folder.path)
        try completeInstallation()
        try removeTemporaryFiles()
        return report
    }

    private func fill(_ report: inout SalvageReport, _ lastWrite: Date, lostEnd: Int64?) throws {
        try PrivateFile.prepare(draft)
        let source = try SalvageSource.open(copy)
        let target = try Self.openTarget(draft)
        // From its schema the draft is migrated when it is opened.
        try DatabaseSchema.bot.migrate(target, upTo: source.inDatabase(lastMigration))
        try source.inDatabase { source in
            try target.write { target in
                try fill(target, from: source, &report)
                try SalvagedState(database: target, report: report, lastWrite: lastWrite, lostEnd: lostEnd).makeSafe(&report)
            }
        }
        try source.close()
        try target.close()
        try PositionedFile.writing(draft, isNew: false).sync()
    }

    private static func openTarget(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            // An interrupted draft is removed; a complete one is synced.
            try database.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
            try database.add(nil)
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// The last migration of a database.
    private func lastMigration(of source: Database) throws -> String {
        guard try Int.fetchOne(source, sql: "SELECT count(*) FROM sqlite_master") ?? 0 > 0 else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its schema is gone")
        }
        let known = DatabaseSchema.bot.migrations
        // Without their names, the tables have most likely the present columns; others are left out.
        let applied = Set((try? String.fetchAll(source, sql: "SELECT identifier FROM grdb_migrations")) ?? known)
        if applied.isNewer(than: known) { throw StorageError.newerSchema(file: file) }
        guard let last = known.last(where: applied.contains) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its schema cannot be read")
        }
        return last
    }

    private func fill(_ target: Database, from source: Database, _ report: inout SalvageReport) throws {
        let tables = try String.fetchAll(
            target,
            sql: """
                SELECT name FROM pragma_table_list
                WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'grdb_migrations' ORDER BY name
                """)
        for table in tables {
            // Rows that a migration has inserted.
            try target.execute(sql: "DELETE FROM \(table)")
            var salvage = try TableSalvage(table, from: source, to: target)
            try salvage.run()
            report.tables.append(salvage.report)
        }
        // Without it, encrypted values would be taken for plain ones.
        guard report.table("encryption_key")?.isComplete ?? false else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its encryption keys cannot be read")
        }
        try SalvagedState.keepNumbers(of: source, in: target)
    }

    /// Gives the damaged files a second name.
    private func keepDamagedFiles(as name: String) throws {
        for suffix in ["", "-wal"] where link(file + suffix, name + suffix) != 0 && errno != ENOENT {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        try PositionedFile.sync(folder: folder.path)
    }

    private func removeTemporaryFiles() throws {
        try PositionedFile.remove([draft, copy].flatMap { path in ["", "-journal", "-wal", "-shm"].map { path + $0 } })
    }

    /// The time at which the database was last written to.
    private func lastWrite() throws -> Date {
        let times = [file, file + "-wal"].compactMap { path in
            (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        }
        return times.max() ?? .distantPast
    }
}

extension Set<String> {
    /// Returns whether migrations that were applied include those of a newer version. It has applied all of this one.
    func isNewer(than known: [String]) -> Bool { !isSubset(of: known) && isSuperset(of: known) }
}
