import GRDBSQLite
import Synchronization

/// Counts the work of SQLite in this process, for every connection opened after the count began.
enum StatementCount {
    struct Figures: Encodable {
        var statements = 0
        /// Instructions of SQLite's virtual machine, which grow with every row that is read.
        var steps = 0
        /// Rows that were scanned because there is no index.
        var scanned = 0

        static func - (left: Figures, right: Figures) -> Figures {
            Figures(
                statements: left.statements - right.statements, steps: left.steps - right.steps,
                scanned: left.scanned - right.scanned)
        }
    }

    private static let figures = Mutex(Figures())

    static var now: Figures { figures.withLock { $0 } }

    static func begin() {
        // SQLite declares functions with parameters as having none.
        sqlite3_auto_extension(unsafeBitCast(attach as Entry, to: (@convention(c) () -> Void).self))
    }

    fileprivate static func note(_ statement: OpaquePointer?) {
        let steps = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1)
        let scanned = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1)
        figures.withLock { figures in
            figures.statements += 1
            figures.steps += Int(steps)
            figures.scanned += Int(scanned)
        }
    }
}

private typealias Entry = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Int32

/// Called by SQLite when a connection is opened.
private func attach(_ connection: OpaquePointer?, _ message: UnsafeMutableRawPointer?, _ calls: UnsafeRawPointer?) -> Int32 {
    sqlite3_trace_v2(connection, UInt32(SQLITE_TRACE_PROFILE), profiled, nil)
}

/// Called by SQLite when a statement has finished.
private func profiled(
    _ event: UInt32, _ context: UnsafeMutableRawPointer?, _ statement: UnsafeMutableRawPointer?, _ time: UnsafeMutableRawPointer?
) -> Int32 {
    StatementCount.note(OpaquePointer(statement))
    return 0
}
