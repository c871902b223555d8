import AsyncSupport
import GRDB

/// The verification of a database file beside the application that uses it: its pages, its indexes, the references between rows, and the
/// checksums of rows.
package struct DatabaseVerification: Sendable {
    /// The damage in a file, in words.
    package struct Damage: Sendable, Hashable, Codable {
        /// Damage to the structure of the file. What else can be read is saved into a new one.
        package var structure: [String]
        /// Rows that are not used as they are, and references to missing ones.
        package var rows: [String]

        package init(structure: [String] = [], rows: [String] = []) {
            self.structure = structure
            self.rows = rows
        }

        package var isEmpty: Bool { structure.isEmpty && rows.isEmpty }
        package var all: [String] { structure + rows }
    }

    /// The number of findings that are reported; a damaged page may cause thousands.
    private static let maxFindings = 5
    private static let rowsAtOnce = 5000  // A longer read would keep the write-ahead log from being truncated.

    private let path: String

    package init(of path: String) { self.path = path }

    /// Returns what is wrong with the file; nothing for a sound one. Cancelling interrupts it.
    ///
    /// - Throws: The errors of a file that cannot be read for another reason, such as a lack of rights; `CancellationError`.
    package func findings() async throws -> Damage {
        let queue: DatabaseQueue
        do { queue = try open() } catch let error as DatabaseError where error.isDamage {
            return Damage(structure: [StorageErrorDescription.words(for: error)])
        }
        return try await withTaskCancellationHandler {
            let result = await onDedicatedThread { Result { try findings(in: queue) } }
            try Task.checkCancellation()
            return try result.get()
        } onCancel: {
            queue.interrupt()
        }
    }

    /// Returns the damage to the structure of a file. The caller waits for it.
    func structure() throws -> [String] {
        do { return try structure(in: open()) } catch let error as DatabaseError where error.isDamage {
            return [StorageErrorDescription.words(for: error)]
        }
    }

    private func open() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { try $0.add(nil) }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private func findings(in queue: DatabaseQueue) throws -> Damage {
        var findings = Damage()
        do {
            findings.structure = try structure(in: queue)
            guard findings.isEmpty else { return findings }
            findings.rows = try queue.read { database in
                try Row.fetchAll(database, sql: "SELECT \"table\", count(*) FROM pragma_foreign_key_check GROUP BY 1 ORDER BY 1")
                    .map { "\($0[1] as Int64) rows of \($0[0] as String) refer to rows that are missing" }
            }
            for table in ChecksummedTable.allCases { findings.rows += try damagedRows(of: table, in: queue) }
        } catch let error as DatabaseError where error.isDamage {
            findings.structure.append(StorageErrorDescription.words(for: error))
        }
        return findings
    }

    private func structure(in queue: DatabaseQueue) throws -> [String] {
        let findings = try queue.read {
            try String.fetchAll($0, sql: "PRAGMA quick_check(\(Self.maxFindings))").filter { $0 != "ok" }
        }
        // The check goes on after a page that cannot be read, and lists it: "… error code=266".
        guard !findings.contains(where: Self.isOfReading) else { throw DatabaseError(resultCode: .SQLITE_IOERR) }
        return findings
    }

    static func isOfReading(_ finding: String) -> Bool {
        finding.split(separator: "error code=").dropFirst().contains { rest in
            Int32(rest.prefix(while: \.isNumber)).map { ResultCode(rawValue: $0 & 0xff) == .SQLITE_IOERR } ?? false
        }
    }

    private func damagedRows(of table: ChecksummedTable, in queue: DatabaseQueue) throws -> [String] {
        let hasChecksums = try queue.read { database in
            try database.tableExists(table.rawValue) && database.columns(in: table.rawValue).contains { $0.name == "checksum" }
        }
        guard hasChecksums else { return [] }
        var ids: [String] = []
        var count = 0
        var position = Int64.min
        while true {
            let rows = try queue.read { database in
                try Row.fetchAll(
                    database,
                    sql: """
                        SELECT rowid, CAST(\(table.id) AS TEXT), \(table.isIntact(in: .sqlite)) FROM \(table.rawValue)
                        WHERE rowid > ? ORDER BY rowid LIMIT ?
                        """, arguments: [position, Self.rowsAtOnce])
            }
            for row in rows where row[2] as Int64? != 1 {
                count += 1
                if ids.count < Self.maxFindings { ids.append(row[1] ?? "?") }
            }
            guard let last = rows.last, let id = last[0] as Int64? else { break }
            position = id
        }
        guard count > 0 else { return [] }
        let more = count > ids.count ? " and \(count - ids.count) more" : ""
        return [
            (count == 1 ? "1 row of \(table.rawValue) differs" : "\(count) rows of \(table.rawValue) differ")
                + " from what was written: \(table.id) \(ids.joined(separator: ", "))\(more)"
        ]
    }
}

extension DatabaseError {
    /// A Boolean value that indicates whether the content of the file is wrong, rather than the access to it.
    var isDamage: Bool {
        switch resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: true
        default: extendedResultCode == .SQLITE_IOERR_SHORT_READ
        }
    }
}
