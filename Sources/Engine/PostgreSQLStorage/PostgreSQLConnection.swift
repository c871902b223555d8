import CLibPQ
import Foundation
import Storage

/// A connection to a PostgreSQL server by libpq. Calls block; it is used by one thread at a time.
///
/// Statements are prepared once, and sent without waiting for the results of those before. Numbers travel as text, so that the server
/// infers their types, and results in binary form.
final class PostgreSQLConnection {
    private static let sqlStateField = Int32(UInt8(ascii: "C"))  // PG_DIAG_SQLSTATE, a macro that Swift does not import.

    let connection: OpaquePointer
    /// The statements on their way to the server.
    var pipeline = PostgreSQLPipeline()

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
    func execute(script: String) throws { _ = try value(ofScript: script) }

    /// Executes statements without arguments, and returns the first value of the last one as text; empty if it has none.
    func value(ofScript script: String) throws -> String {
        try leavePipeline()
        let result = PQexec(connection, script)
        defer { PQclear(result) }
        try check(result)
        return PQntuples(result) > 0 ? String(cString: PQgetvalue(result, 0, 0)) : ""
    }

    /// Ends a transaction, also one that has statements whose results were not read.
    func rollBack() throws {
        do { try leavePipeline() } catch  where isAlive {}  // The error is that of the transaction which ends.
        try execute(script: "ROLLBACK")
    }

    func check(_ result: OpaquePointer?) throws {
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

    /// The error that the connection has noted last.
    var lastError: PostgreSQLError { Self.error(of: connection) }

    /// The first line of a message. The others are guesses, or quote the statement.
    private static func line(_ text: UnsafePointer<CChar>?) -> String {
        (text.map { String(cString: $0) } ?? "").split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }
}
