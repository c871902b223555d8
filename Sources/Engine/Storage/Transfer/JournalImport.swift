import ChatModel
package import Foundation
import GRDB
import GRDBSQLite

#if canImport(Glibc)
    import Glibc
#endif

/// Imports an exported journal into a data directory that has none.
///
/// Nothing is acted upon: every entry counts as done and every delivery as settled. The import is atomic: a new database is written
/// beside the final path and moved there once it is complete.
package final class JournalImport {
    package struct Report: Sendable, Hashable {
        package var entries = 0
        package var lines = 0
    }

    private static let maxLineLength = 64 << 20  // Bytes: an entry with all recorded inputs of bots.
    private static let linesAtOnce = 500  // Lines per transaction.

    private let folder: DataDirectory
    private let cipher: ValueCipher?
    private let blobs: BlobStore
    private let queue: DatabaseQueue
    private let tables: [String: TransferTable]
    private var report = Report()
    private var lastSequence: Int64 = 0
    /// The version of the file's format; nil before the header.
    private var version: Int64?
    private var hasEnd = false
    /// The start of an incomplete line.
    private var rest = Data()

    /// - Parameter cipher: The cipher of the new store.
    /// - Throws: `StorageError`, for example if a journal already exists.
    package init(into folder: DataDirectory, cipher: ValueCipher?) throws {
        if FileManager.default.fileExists(atPath: DatabaseUpgrade.newest(in: folder.path)) {
            let pool = try DatabaseOpener.open(in: folder, cipher)
            let isNew = try pool.read { try EncryptionKeyTable.isNew(SQLiteSession($0)) }
            try pool.close()
            guard isNew else {
                throw StorageError.unusable(
                    folder: folder.path, reason: "it already contains a journal; pass a new directory with --data")
            }
        }
        self.folder = folder
        self.cipher = cipher
        blobs = BlobStore(folder: folder.blobs, cipher: cipher)
        tables = Dictionary(
            uniqueKeysWithValues: (TransferTable.independentTables + TransferTable.ofEntry).map { ($0.name, $0) })
        queue = try Self.begin(in: folder, cipher)
    }

    /// Creates the database beside the final path. On failure it is removed.
    private static func begin(in folder: DataDirectory, _ cipher: ValueCipher?) throws -> DatabaseQueue {
        let draft = folder.database + ".import"
        try remove(whole: draft, of: folder)
        do {
            let pool = try DatabaseOpener.open(draft, cipher)
            try pool.close()
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true  // Each transaction spans many lines and is begun and ended here.
            configuration.prepareDatabase { try $0.add(cipher) }
            let queue = try DatabaseQueue(path: draft, configuration: configuration)
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF; BEGIN") }
            return queue
        } catch {
            try? remove(whole: draft, of: folder)
            throw error
        }
    }

    /// Processes the next bytes of the file.
    ///
    /// - Throws: `ImportError`.
    package func consume(_ bytes: Data) throws {
        var bytes = bytes[...]
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest + bytes[..<end]
            rest = Data()
            bytes = bytes[(end + 1)...]
            try process(line: line)
        }
        rest += bytes
        guard rest.count <= Self.maxLineLength else { return try process(line: rest) }
    }

    private func process(line: Data) throws {
        report.lines += 1
        let number = report.lines
        do {
            try read(line)
            if number.isMultiple(of: Self.linesAtOnce) {
                try queue.writeWithoutTransaction { try $0.execute(sql: "COMMIT; BEGIN") }
            }
        } catch let error as TransferRowError {
            throw ImportError(line: number, column: Self.column(of: error.key, in: line), reason: error.reason)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw ImportError(
                line: number, column: 1, reason: "it conflicts with an earlier line: \(error.message ?? "constraint violation")")
        }
    }

    /// Moves the imported database to its final path.
    ///
    /// - Throws: `ImportError` if the end marker is missing; `StorageError`.
    package func finish() throws -> Report {
        if !rest.isEmpty { try process(line: rest) }
        guard hasEnd else {
            throw ImportError(line: report.lines + 1, column: 1, reason: "the end marker is missing: the file is truncated")
        }
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: CaseTable.numbering)
            try database.execute(sql: RuleStateTable.addingExpiry)
            for (checkpoint, table, column) in [
                (CheckpointTable.Checkpoint.turnsThrough, "journal", "sequence"), (.settledThrough, "outbox", "id"),
            ] {
                let last = try Int64.fetchOne(database, sql: "SELECT max(\(column)) FROM \(table)") ?? 0
                try CheckpointTable.advance(checkpoint, to: last, in: SQLiteSession(database))
            }
            try database.execute(sql: "COMMIT; PRAGMA synchronous = FULL")
            guard try Int.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 0 else { throw Self.failure(folder) }
        }
        try queue.close()
        let draft = folder.database + ".import"
        try Self.sync(draft, folder)
        try Self.remove(whole: folder.database, of: folder)
        try Self.remove([draft + "-wal", draft + "-shm"], of: folder)  // Empty at this point.
        guard rename(draft, folder.database) == 0 else { throw Self.failure(folder) }
        try Self.remove(whole: folder.archive, of: folder)
        try Self.sync(folder.path, folder)
        return report
    }

    /// Removes the unfinished import.
    package func discard() {
        try? queue.close()
        try? Self.remove(whole: folder.database + ".import", of: folder)
    }

    private func read(_ line: Data) throws {
        guard line.count <= Self.maxLineLength else {
            throw TransferRowError("a line may have at most \(Self.maxLineLength) bytes")
        }
        guard !hasEnd else { throw TransferRowError("unexpected line after the end marker") }
        var object: [String: JSONValue]
        do {
            object = try JSONDecoder().decode([String: JSONValue].self, from: line)
        } catch {
            throw TransferRowError("not a JSON object")
        }
        guard let version else { return try readHeader(object) }
        if version == 1 { object = FormerNames.line(object) }
        if object["journal"] != nil { return try readEntry(object) }
        guard object.count == 1, let (key, value) = object.first else {
            throw TransferRowError("a line must have exactly one key")
        }
        switch key {
        case "file": try readFile(value)
        case "end": try readEnd(value)
        default:
            guard let table = tables[key], table.entry == nil else {
                throw TransferRowError("unknown key '\(key)'", at: key)
            }
            guard let row = value.object else { throw TransferRowError("'\(key)' must be an object", at: key) }
            try queue.writeWithoutTransaction { try Self.insert(row, into: table, in: SQLiteSession($0)) }
        }
    }

    private func readHeader(_ object: [String: JSONValue]) throws(TransferRowError) {
        guard object.count == 1, let header = object["header"]?.object, header["format"] == .string("mezon-bot journal") else {
            throw TransferRowError("not an exported journal: the header line is missing")
        }
        guard let version = header["version"]?.integer, 1...JournalExport.version ~= version else {
            throw TransferRowError(
                "unsupported format version; this build reads versions up to \(JournalExport.version)", at: "version")
        }
        self.version = version
    }

    private func readEntry(_ object: [String: JSONValue]) throws {
        let names = TransferTable.ofEntry.map(\.name)
        if let unknown = object.keys.filter({ $0 != "says" && !names.contains($0) }).min() {
            throw TransferRowError("unknown key '\(unknown)'", at: unknown)
        }
        guard let sequence = object["journal"]?.object?["sequence"]?.integer, sequence > 0 else {
            throw TransferRowError("an entry must have a positive 'sequence'", at: "sequence")
        }
        guard sequence > lastSequence else {
            throw TransferRowError("entry \(sequence) follows entry \(lastSequence); sequences must increase", at: "sequence")
        }
        try queue.writeWithoutTransaction {
            let database = SQLiteSession($0)
            for table in TransferTable.ofEntry {
                guard let value = object[table.name] else { continue }
                let rows = table.name == "journal" ? [value] : value.array ?? []
                guard !rows.isEmpty else { throw TransferRowError("'\(table.name)' must be a list", at: table.name) }
                for row in rows {
                    guard let row = row.object else {
                        throw TransferRowError("'\(table.name)' must contain objects", at: table.name)
                    }
                    guard let column = table.entry, row[column] == .integer(sequence) else {
                        throw TransferRowError("this row of \(table.name) does not belong to entry \(sequence)", at: table.name)
                    }
                    if table.name == "outbox", Delivery.Status(rawValue: Int(row["status"]?.integer ?? -1)) == nil {
                        throw TransferRowError("unknown delivery status", at: "status")
                    }
                    try Self.insert(row, into: table, in: database)
                }
            }
        }
        lastSequence = sequence
        report.entries += 1
    }

    private func readFile(_ value: JSONValue) throws {
        guard let file = value.object, file.count == 2, let name = file["name"]?.string,
            let bytes = file["bytes"]?.string.flatMap({ Data(base64Encoded: $0) })
        else { throw TransferRowError("a file must have a name and bytes in base64") }
        guard BlobStore.name(of: bytes) == name else {
            throw TransferRowError("the bytes do not match the name", at: "bytes")
        }
        _ = try blobs.store(bytes)
    }

    private func readEnd(_ value: JSONValue) throws(TransferRowError) {
        guard value == .object(["lines": .integer(Int64(report.lines - 1))]) else {
            throw TransferRowError("wrong number of lines: found \(report.lines - 1) before the end marker", at: "lines")
        }
        hasEnd = true
    }

    private static func insert(_ row: [String: JSONValue], into table: TransferTable, in database: any SQLSession) throws {
        let values = try table.values(row)
        try database.execute(table.insertion, values)
    }

    /// The column of a key in a line; 1 if the line does not contain it.
    private static func column(of key: String?, in line: Data) -> Int {
        guard let key, let range = line.range(of: Data("\"\(key)\"".utf8)) else { return 1 }
        return line.distance(from: line.startIndex, to: range.lowerBound) + 1
    }

    private static func remove(whole path: String, of folder: DataDirectory) throws {
        try remove([path, path + "-wal", path + "-shm"], of: folder)
    }

    private static func remove(_ files: [String], of folder: DataDirectory) throws {
        for file in files where unlink(file) != 0 && errno != ENOENT { throw failure(folder) }
    }

    private static func sync(_ path: String, _ folder: DataDirectory) throws {
        let handle = open(path, O_RDONLY | O_CLOEXEC)
        guard handle >= 0 else { throw failure(folder) }
        defer { close(handle) }
        guard fsync(handle) == 0 else { throw failure(folder) }
    }

    private static func failure(_ folder: DataDirectory) -> StorageError {
        .unusable(folder: folder.path, reason: String(cString: strerror(errno)))
    }
}

/// An error in an exported journal, with its position.
package struct ImportError: Error, Equatable, CustomStringConvertible {
    package var line: Int
    /// The column in bytes, starting at 1.
    package var column: Int
    package var reason: String

    package var description: String { "\(line):\(column): \(reason)" }
}
