package import ChatModel
import Foundation
import GRDB
package import Logging

#if canImport(Glibc)
    import Glibc
#endif

/// Opens the database of a data directory, which may be damaged: then what can be read is saved into a new one before.
package struct DamagedStore {
    /// The size up to which the structure of a file is verified before it is used: some tens of milliseconds. A larger one is verified
    /// beside the running application.
    private static let maxBytesVerifiedFirst: Int64 = 16 << 20
    /// The greatest number of a row; those of damaged rows may be so large that no other follows.
    private static let maxNumber = Int64(1) << 53

    private let folder: DataDirectory
    private let cipher: ValueCipher?
    private let time: any TimeSource
    private let logger: Logger

    package init(in folder: DataDirectory, _ cipher: ValueCipher?, time: any TimeSource, logger: Logger) {
        self.folder = folder
        self.cipher = cipher
        self.time = time
        self.logger = logger
    }

    private static func note(in folder: String) -> String { DataDirectory.database(in: folder) + "-damaged" }

    /// Lets the next start save what can be read.
    ///
    /// - Throws: `StorageError`.
    package static func makeNote(in folder: DataDirectory) throws { try DurableFile.write("", to: note(in: folder.path)) }

    /// Opens the database. Rows that are damaged are set aside.
    ///
    /// - Throws: `StorageError`.
    func open() throws -> DatabasePool {
        if let damage = try damage() { _ = try salvage(damage) }
        do { return try openAndSetAside() } catch StorageError.damaged(let file, let reason) where file == folder.database {
            _ = try salvage(StoreDamage(reasons: [reason]))
            return try openAndSetAside()
        }
    }

    /// Saves what can be read, if the structure of the database is damaged.
    ///
    /// - Returns: Nil if no damage is found.
    /// - Throws: `StorageError`.
    package func salvageIfDamaged() throws -> SalvageReport? {
        if let damage = try damage(atAnySize: true) { return try salvage(damage) }
        do {
            try openAndSetAside().closeWithoutLog()
            return nil
        } catch StorageError.damaged(let file, let reason) where file == folder.database {
            return try salvage(StoreDamage(reasons: [reason]))
        }
    }

    private func openAndSetAside() throws -> DatabasePool {
        let pool = try DatabaseOpener.open(in: folder, cipher, logger: logger)
        do {
            try DatabaseOpener.translated(folder.database) {
                try pool.read(verifyColumns)
                try pool.read(verifyNumbers)
                for row in try setAside(in: pool) { logger.error("Damaged row set aside", metadata: ["storage.row": "\(row)"]) }
            }
            return pool
        } catch {
            try? pool.close()  // The first error counts.
            throw error
        }
    }

    private func setAside(in pool: DatabasePool) throws -> [DamagedRows.Finding] {
        do {
            return try pool.write { try DamagedRows(database: SQLiteSession($0), now: time.now).setAside() }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw damaged("a damaged row cannot be set aside (\(StorageErrorDescription.words(for: error)))")
        }
    }

    /// The damage that is found before the database is opened; nil if there is none.
    private func damage(atAnySize isUnlimited: Bool = false) throws -> StoreDamage? {
        try StoreSalvage(of: folder).completeInstallation()
        let file = folder.database
        var status = stat()
        guard stat(file, &status) == 0 else { return nil }
        if status.st_size == 0 {
            // A start that was interrupted before the first page leaves no archive behind.
            return FileManager.default.fileExists(atPath: folder.archive) ? StoreDamage(reasons: ["the file is empty"]) : nil
        }
        var damage = StoreDamage()
        if FileManager.default.fileExists(atPath: Self.note(in: folder.path)) {
            damage.reasons.append("it was found while the bot was running")
        }
        let lost = try WriteAheadLogVerification(of: file + "-wal").lostCommits
        if lost > 0 {
            damage.addLostEnd("the write-ahead log is damaged, and its last \(lost) transactions cannot be read")
        }
        if isUnlimited || status.st_size <= Self.maxBytesVerifiedFirst {
            damage.reasons += try DatabaseOpener.translated(file) { try DatabaseVerification(of: file).structure() }
        }
        if damage.reasons.isEmpty, let archived = StoreDamage.archivedEntry(in: folder) {
            let last = try DatabaseOpener.translated(file) { try lastEntry() }
            if archived > last {
                damage.addLostEnd("the journal ends at entry \(last), but the archive has \(archived)", archived)
            }
        }
        return damage.reasons.isEmpty ? nil : damage
    }

    /// The number up to which the store has entries.
    private func lastEntry() throws -> Int64 {
        let queue = try DatabaseOpener.openToRead(folder.database, cipher)
        defer { try? queue.close() }
        return try queue.read { database in
            let session = SQLiteSession(database)
            return max(
                try JournalTable.lastSequence(in: session), try CheckpointTable.value(of: .turnsThrough, in: session))
        }
    }

    /// Verifies that the tables have their columns: the text of the schema is part of no structure that SQLite verifies.
    private func verifyColumns(in database: Database) throws {
        for table in TransferTable.independentTables + TransferTable.ofEntry {
            let columns = table.columns.map { "\(table.name).\($0.name)" }.joined(separator: ", ")
            do {
                _ = try database.makeStatement(sql: "SELECT \(columns) FROM \(table.name)")
            } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
                throw damaged("the schema of \(table.name) is damaged (\(error.message ?? "\(error)"))")
            }
        }
    }

    private func verifyNumbers(in database: Database) throws {
        for (table, column) in [("journal", "sequence"), ("turn", "ticket"), ("outbox", "id"), ("directory_observation", "id")] {
            let last = try Int64.fetchOne(database, sql: "SELECT max(\(column)) FROM \(table)") ?? 0
            guard last < Self.maxNumber else { throw damaged("\(last) cannot be a number in \(table)") }
        }
        let session = SQLiteSession(database)
        let checkpoints: Int64? = try session.value("SELECT max(value) FROM checkpoint")
        let count: Int? = try session.value(
            "SELECT count(*) FROM checkpoint WHERE NOT (\(ChecksummedTable.checkpoint.isIntact(in: .sqlite)))")
        guard count == 0, checkpoints ?? 0 < Self.maxNumber else { throw damaged("a row of checkpoint is damaged") }
    }

    private func damaged(_ reason: String) -> StorageError { .damaged(file: folder.database, reason: reason) }

    private func salvage(_ damage: StoreDamage) throws -> SalvageReport {
        logger.error(
            "Database damaged, saving what can be read",
            metadata: ["storage.error": "\(damage.reasons.joined(separator: "; "))"])
        let report = try StoreSalvage(of: folder).run(damage, at: time.now)
        try DurableFile.remove(Self.note(in: folder.path))
        for line in report.lines { logger.warning("Database saved", metadata: ["storage.salvage": "\(line)"]) }
        logger.warning("The report is kept beside the damaged database", metadata: ["storage.report": "\(report.file)"])
        return report
    }
}
