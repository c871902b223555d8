import CLibPQ
import Foundation
import Storage

/// A connection to a PostgreSQL server by libpq. Calls block; it is used by one thread at a time.
///
/// Statements are prepared once. Numbers travel as text, so that the server infers their types, and results in binary form.
final class PostgreSQLConnection {
    private static let sqlStateField = Int32(UInt8(ascii: "C"))  // PG_DIAG_SQLSTATE, a macro that Swift does not import.

    private let connection: OpaquePointer
    /// The names of prepared statements, by their texts.
    private var prepared: [String: String] = [:]

    /// Parameters that the URI may override, so that a server that does not answer is noticed within seconds.
    private static let defaults = [
        "connect_timeout": "5", "keepalives_idle": "5", "keepalives_interval": "2", "keepalives_count": "3",
        "tcp_user_timeout": "10000",
    ]

    /// - Parameter url: A connection URI, such as `postgresql://user@host/database`.
    /// - Throws: `PostgreSQLError`.
    init(url: String) throws {
        guard let options = PQconninfoParse(url, nil) else {
            // Its own message repeats a part of the URI, which may contain the password.
            throw PostgreSQLError(state: PostgreSQLError.invalidParameter, message: "the URL is malformed")
        }
        PQconninfoFree(options)
        let connection = Self.withParameters(of: url) { PQconnectdbParams($0, $1, 1) }
        // Nil only if libpq has no memory for its structure.
        guard let connection else {
            throw PostgreSQLError(state: "53200", message: "out of memory")
        }
        guard PQstatus(connection) == CONNECTION_OK else {
            let error = Self.error(of: connection)
            PQfinish(connection)  // Before the property is set: after that, `deinit` would do it again.
            throw error
        }
        // By default they are written to standard error.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        self.connection = connection
    }

    /// Returns whether a server accepts connections, without logging in; `ready` also for a URL with which nothing can be tried.
    static func state(ofServerAt url: String) -> PostgreSQLServerState {
        switch withParameters(of: url, { PQpingParams($0, $1, 1) }) {
        case PQPING_REJECT: .starting
        case PQPING_NO_RESPONSE: .unreachable
        default: .ready
        }
    }

    private static func withParameters<T>(
        of url: String, _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> T
    ) -> T {
        // The URI comes last, because a later value of a parameter replaces an earlier one.
        let parameters = defaults.sorted { $0.key < $1.key } + [(key: "dbname", value: url)]
        let names: [UnsafePointer<CChar>?] = parameters.map { UnsafePointer(strdup($0.key)) } + [nil]
        let values: [UnsafePointer<CChar>?] = parameters.map { UnsafePointer(strdup($0.value)) } + [nil]
        defer { for pointer in names + values { free(UnsafeMutablePointer(mutating: pointer)) } }
        return body(names, values)
    }

    /// A Boolean value that indicates whether the connection has not been found to be lost.
    var isAlive: Bool { PQstatus(connection) == CONNECTION_OK }

    deinit { PQfinish(connection) }

    /// Executes statements without arguments, separated by semicolons.
    func execute(script: String) throws {
        let result = PQexec(connection, script)
        defer { PQclear(result) }
        try check(result)
    }

    /// Executes statements without arguments, and returns the first value of the last one as text; empty if it has none.
    func value(ofScript script: String) throws -> String {
        let result = PQexec(connection, script)
        defer { PQclear(result) }
        try check(result)
        return PQntuples(result) > 0 ? String(cString: PQgetvalue(result, 0, 0)) : ""
    }

    /// Executes a command without arguments and returns the tag of its answer.
    func command(_ text: String) throws -> String {
        let result = PQexec(connection, text)
        defer { PQclear(result) }
        try check(result)
        return String(cString: PQcmdStatus(result))
    }

    /// Executes a statement.
    ///
    /// - Parameter body: Receives each row until it returns false.
    /// - Returns: The number of rows that the statement has inserted, changed or deleted.
    @discardableResult
    func execute(_ sql: String, _ arguments: [SQLValue], isCached: Bool, _ body: ([SQLValue]) throws -> Bool = { _ in true })
        throws -> Int
    {
        let name = try isCached ? self.name(of: sql) : prepare(sql, as: "")
        let result = PostgreSQLParameters(arguments).execute(name, on: connection)
        defer { PQclear(result) }
        try check(result)
        let columns = PQnfields(result)
        for row in 0..<PQntuples(result) {
            let values = try (0..<columns).map { try SQLValue(of: result, row, $0) }
            guard try body(values) else { break }
        }
        return Int(String(cString: PQcmdTuples(result))) ?? 0  // Empty for statements that change nothing.
    }

    private func name(of sql: String) throws -> String {
        if let name = prepared[sql] { return name }
        let name = try prepare(sql, as: "s\(prepared.count + 1)")
        prepared[sql] = name
        return name
    }

    private func prepare(_ sql: String, as name: String) throws -> String {
        let result = PQprepare(connection, name, sql, 0, nil)
        defer { PQclear(result) }
        try check(result)
        return name
    }

    private func check(_ result: OpaquePointer?) throws {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return
        default:
            guard let result, let state = PQresultErrorField(result, Self.sqlStateField) else {
                throw Self.error(of: connection)
            }
            throw PostgreSQLError(state: String(cString: state), message: Self.line(PQresultErrorMessage(result)))
        }
    }

    private static func error(of connection: OpaquePointer) -> PostgreSQLError {
        PostgreSQLError(state: "", message: line(PQerrorMessage(connection)))
    }

    /// The first line of a message. The others are guesses, or quote the statement.
    private static func line(_ text: UnsafePointer<CChar>?) -> String {
        (text.map { String(cString: $0) } ?? "").split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }
}
