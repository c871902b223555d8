import Storage

/// The place of a store: a server and a schema.
struct PostgreSQLLocation: Sendable, CustomStringConvertible {
    let url: String
    let schema: String

    /// The schema alone: the URL may contain a password.
    var description: String { "schema \(schema)" }

    /// - Parameter purpose: The use of the connection, which the server lists.
    func connect(for purpose: String) throws -> PostgreSQLConnection {
        let connection = try PostgreSQLConnection(url: url)
        try connection.execute(
            script: """
                SET client_min_messages = warning;
                SET application_name = 'mezon-bot \(purpose)';
                CREATE SCHEMA IF NOT EXISTS \(schema);
                SET search_path = \(schema), pg_catalog;
                """)
        return connection
    }

    /// Makes the connection the only one that writes.
    ///
    /// - Throws: `PostgreSQLError`, which is temporary, if another connection has the store open: that of another process, or the lost one
    ///   of this process until the server notices.
    func lock(on connection: PostgreSQLConnection) throws {
        var isLocked = false
        try connection.execute(
            "SELECT pg_try_advisory_lock(hashtextextended('mezon-bot store ' || current_schema(), 0))", [], isCached: false
        ) { row in
            isLocked = row == [.integer(1)]
            return false
        }
        guard isLocked else {
            throw PostgreSQLError(state: PostgreSQLError.inUse, message: "another process has it open")
        }
    }
}
