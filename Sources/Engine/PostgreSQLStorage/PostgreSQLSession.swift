import Storage

/// The statements of the stores on a connection to PostgreSQL, which is established by the first transaction and again after a failure.
final class PostgreSQLSession: SQLWriterSession {
    /// The transactions that a session begins.
    enum Access {
        case reading, writing

        var begin: String {
            switch self {
            case .reading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
            case .writing: "BEGIN; UPDATE store_owner SET commits = commits + 1 RETURNING epoch || ' ' || commits"
            }
        }
    }

    /// A place in the history of a store: the number of times that it was opened to write, and of the transactions since it was made.
    struct Position: Equatable, Sendable {
        var epoch: Int64
        var commits: Int64

        /// Reads `3 1024`.
        init?(_ text: String) {
            let numbers = text.split(separator: " ").compactMap { Int64($0) }
            guard numbers.count == 2 else { return nil }
            (epoch, commits) = (numbers[0], numbers[1])
        }
    }

    let dialect = SQLDialect.postgreSQL
    private let access: Access
    private let connect: () throws -> PostgreSQLConnection
    private var current: PostgreSQLConnection?
    private var isClosed = false
    /// The place after the last durable transaction; nil for a session that reads.
    private var position: Position?
    /// Called when the store turns out not to be what the process remembers.
    private let fenced: (String) -> Void
    let ciphers: StoreCiphers
    /// The statements in PostgreSQL's SQL, by their texts.
    private var statements: [String: PostgreSQLStatement] = [:]
    /// The statements for several rows, by the texts of those for one.
    var rowStatements: [String: PostgreSQLRowStatement] = [:]

    /// - Parameters:
    ///   - position: The place from which a session that writes goes on.
    ///   - fenced: Called with the reason when the store is not what this process remembers.
    init(
        _ access: Access, _ ciphers: StoreCiphers, from position: Position? = nil,
        fenced: @escaping (String) -> Void = { _ in }, connect: @escaping () throws -> PostgreSQLConnection
    ) {
        self.access = access
        self.ciphers = ciphers
        self.position = position
        self.fenced = fenced
        self.connect = connect
    }

    func begin() throws {
        let known = current
        let begun: String
        do {
            begun = try connected().value(ofScript: access.begin)
        } catch let error as PostgreSQLError where known != nil && known?.isAlive == false {
            // Nothing has begun: a connection that was lost since the last transaction is established again.
            current = nil
            guard error.isTemporary else { throw error }
            return try verify(connected().value(ofScript: access.begin))
        }
        try verify(begun)
    }

    /// Ends a transaction that does not follow the last one of this session.
    private func verify(_ begun: String) throws {
        guard var next = position else { return }
        next.commits += 1
        let found = Position(begun)
        guard found == next else {
            rollBack()
            throw refused(found)
        }
    }

    func commit() throws {
        // A transaction that a statement has aborted ends here without an error.
        let connection = try connection
        do {
            guard try connection.result(of: "COMMIT", []).tag == "COMMIT" else {
                throw PostgreSQLError(state: "25P02", message: "the transaction was rolled back")
            }
        } catch var error as PostgreSQLError where !connection.isAlive {
            current = nil
            error.leavesCommitOpen = position != nil
            throw error
        }
        position?.commits += 1
    }

    func didCommit() throws -> Bool {
        guard var next = position else { throw refused(nil) }
        // The new connection is the only one that writes, so that the transaction is over.
        let found = Position(try connected().value(ofScript: "SELECT epoch || ' ' || commits FROM store_owner"))
        if found == next { return false }
        next.commits += 1
        guard found == next else { throw refused(found) }
        position = next
        return true
    }

    /// The error of a process that must not write any more, which is reported.
    private func refused(_ found: Position?) -> PostgreSQLError {
        let isLoss =
            found.map { found in position.map { found.epoch <= $0.epoch && found.commits < $0.commits } ?? false } ?? false
        fenced(isLoss ? "the database server has lost the newest transactions" : "another process has written to the store")
        return .fenced
    }

    func rollBack() {
        // A transaction ends with its connection; the next one establishes another.
        do { try current?.rollBack() } catch { current = nil }
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

    var connection: PostgreSQLConnection {
        get throws {
            // Within a transaction another connection would not do.
            guard let current else { throw PostgreSQLError(state: "08003", message: "the connection was lost") }
            return current
        }
    }

    /// Executes statements without arguments, separated by semicolons.
    func execute(script: String) throws { try connection.execute(script: script) }

    func execute(_ sql: String, _ arguments: SQLArguments) throws {
        for (text, values) in try statements(sql, arguments.values) { try connection.execute(text, values) }
    }

    func changeCount(of sql: String, _ arguments: SQLArguments) throws -> Int {
        try statements(sql, arguments.values).reduce(0) { try $0 + connection.result(of: $1.text, $1.values).changeCount }
    }

    func run(_ sql: String, _ bind: (inout ArgumentBinder) -> Void) throws {
        for (text, values) in try statements(sql, ArgumentBinder.values(bind)) { try connection.execute(text, values) }
    }

    func forEachRow(
        _ sql: String, _ arguments: SQLArguments, isCached: Bool, _ body: (SQLRow) throws -> Bool
    ) throws {
        let statement = try isCached ? statement(sql) : translated(sql)
        let values = try statement.values(arguments.values, ciphers.sealing)
        try connection.result(of: statement.text, values, isCached: isCached).forEachRow { row in
            try statement.opened(row, ciphers.opening)
        } _: {
            try body($0)
        }
    }

    /// The statements that have the effect of one, and their arguments.
    private func statements(_ sql: String, _ arguments: [SQLValue]) throws -> [(text: String, values: [SQLValue])] {
        let statement = try statement(sql)
        guard let rows = statement.rows, statement.encryptsByRow(arguments), let cipher = ciphers.sealing else {
            return [(statement.text, try statement.values(arguments, ciphers.sealing))]
        }
        let update = try self.statement(rows.update)
        return try self.rows(rows.keys, SQLArguments(arguments)) { row in (0..<row.count).map(row.value) }.map { key in
            (update.text, try update.values(arguments + key, cipher))
        }
    }

    func hasTable(_ name: String) throws -> Bool {
        try value("SELECT to_regclass(quote_ident(current_schema()) || '.' || quote_ident(?)) IS NOT NULL", [name]) ?? false
    }

    /// Does nothing: subscriptions look after each commit.
    func noteChange(of table: String) {}

    private func statement(_ sql: String) throws -> PostgreSQLStatement {
        if let known = statements[sql] { return known }
        let statement = try translated(sql)
        statements[sql] = statement
        return statement
    }

    private func translated(_ sql: String) throws -> PostgreSQLStatement {
        ciphers.opening == nil && ciphers.sealing == nil ? PostgreSQLStatement(sql) : try PostgreSQLStatement(encrypting: sql)
    }
}

extension ArgumentBinder {
    static func values(_ bind: (inout ArgumentBinder) -> Void) -> [SQLValue] {
        var binder = ArgumentBinder()
        bind(&binder)
        return binder.values
    }
}
