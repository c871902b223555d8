import Storage

/// The statements of the stores on a connection to PostgreSQL, which is established by the first transaction and again after a failure.
final class PostgreSQLSession: SQLWriterSession {
    /// The transactions that a session begins.
    enum Access: String {
        case reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        /// Begins a transaction and asks for its id, by which its outcome can be asked for later.
        case writing = "BEGIN; SELECT txid_current()"
    }

    let dialect = SQLDialect.postgreSQL
    private let access: Access
    private let connect: () throws -> PostgreSQLConnection
    private var current: PostgreSQLConnection?
    private var isClosed = false
    /// The id of the transaction that has begun last; empty for one that reads.
    private var transaction = ""
    /// The statements in PostgreSQL's SQL, by their texts.
    private var statements: [String: String] = [:]

    init(_ access: Access, connect: @escaping () throws -> PostgreSQLConnection) {
        self.access = access
        self.connect = connect
    }

    func begin() throws {
        let known = current
        do {
            transaction = try connected().value(ofScript: access.rawValue)
        } catch let error as PostgreSQLError where known != nil && known?.isAlive == false {
            // Nothing has begun: a connection that was lost since the last transaction is established again.
            current = nil
            guard error.isTemporary else { throw error }
            transaction = try connected().value(ofScript: access.rawValue)
        }
    }

    func commit() throws {
        // A transaction that a statement has aborted ends here without an error.
        let connection = try connection
        do {
            guard try connection.command("COMMIT") == "COMMIT" else {
                throw PostgreSQLError(state: "25P02", message: "the transaction was rolled back")
            }
        } catch var error as PostgreSQLError where !connection.isAlive {
            current = nil
            error.leavesCommitOpen = access == .writing
            throw error
        }
    }

    func didCommit() throws -> Bool {
        // The new connection is the only one that writes, so that the transaction is over.
        let status: String?
        do {
            status = try connected().value(ofScript: "SELECT txid_status(\(transaction))")
        } catch let error as PostgreSQLError where error.state == PostgreSQLError.invalidParameter {
            return false  // In the future of a standby that has taken over: it has never heard of the transaction.
        }
        switch status {
        case "committed": return true
        case "aborted": return false
        default: throw PostgreSQLError(state: PostgreSQLError.inUse, message: "the last transaction has not ended yet")
        }
    }

    func rollBack() {
        // A transaction ends with its connection; the next one establishes another.
        do { try current?.execute(script: "ROLLBACK") } catch { current = nil }
    }

    func close() { (current, isClosed) = (nil, true) }

    private func connected() throws -> PostgreSQLConnection {
        if let current, current.isAlive { return current }
        // Not temporary: the process is about to end.
        guard !isClosed else { throw PostgreSQLError(state: "3D000", message: "the database was closed") }
        let new = try connect()
        current = new
        return new
    }

    private var connection: PostgreSQLConnection {
        get throws {
            // Within a transaction another connection would not do.
            guard let current else { throw PostgreSQLError(state: "08003", message: "the connection was lost") }
            return current
        }
    }

    /// Executes statements without arguments, separated by semicolons.
    func execute(script: String) throws { try connection.execute(script: script) }

    func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int {
        try connection.execute(statement(sql), arguments.values, isCached: true)
    }

    func run(_ sql: String, _ bind: (inout ArgumentBinder) -> Void) throws -> Int {
        var binder = ArgumentBinder()
        bind(&binder)
        return try connection.execute(statement(sql), binder.values, isCached: true)
    }

    func forEachRow(
        _ sql: String, _ arguments: SQLArguments, isCached: Bool, _ body: (SQLRow) throws -> Bool
    ) throws {
        let text = isCached ? statement(sql) : PostgreSQLStatement(sql).text
        try connection.execute(text, arguments.values, isCached: isCached) { try SQLRow.read($0, body) }
    }

    var lastInsertedKey: Int64 {
        get throws { try value("SELECT lastval()") ?? 0 }
    }

    func hasTable(_ name: String) throws -> Bool {
        try value("SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = ?)", [name])
            ?? false
    }

    /// Does nothing: subscriptions look after each commit.
    func noteChange(of table: String) {}

    private func statement(_ sql: String) -> String {
        if let known = statements[sql] { return known }
        let text = PostgreSQLStatement(sql).text
        statements[sql] = text
        return text
    }
}
