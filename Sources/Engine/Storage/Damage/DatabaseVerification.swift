import AsyncSupport
import GRDB

/// The verification of a database file beside the application that uses it: its pages, its indexes, and the references between rows.
package struct DatabaseVerification: Sendable {
    /// The number of findings that are reported; a damaged page may cause thousands.
    private static let maxFindings = 5

    private let path: String

    package init(of path: String) { self.path = path }

    /// Returns what is wrong with the file, in words; empty for a sound one. Cancelling interrupts it.
    ///
    /// - Throws: The errors of a file that cannot be read for another reason, such as a lack of rights; `CancellationError`.
    package func findings() async throws -> [String] {
        let queue: DatabaseQueue
        do {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            queue = try DatabaseQueue(path: path, configuration: configuration)
        } catch let error as DatabaseError where error.isDamage {
            return [StorageErrorDescription.words(for: error)]
        }
        return try await withTaskCancellationHandler {
            let result = await onDedicatedThread { Result { try findings(in: queue) } }
            try Task.checkCancellation()
            return try result.get()
        } onCancel: {
            queue.interrupt()
        }
    }

    private func findings(in queue: DatabaseQueue) throws -> [String] {
        do {
            return try queue.read { database in
                var findings = try String.fetchAll(database, sql: "PRAGMA quick_check(\(Self.maxFindings))").filter { $0 != "ok" }
                let orphans = try Row.fetchAll(
                    database, sql: "SELECT \"table\", count(*) FROM pragma_foreign_key_check GROUP BY 1 ORDER BY 1")
                findings += orphans.map { "\($0[1] as Int64) rows of \($0[0] as String) refer to rows that are missing" }
                return findings
            }
        } catch let error as DatabaseError where error.isDamage {
            return [StorageErrorDescription.words(for: error)]
        }
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
