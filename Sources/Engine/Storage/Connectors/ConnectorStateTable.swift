/// The stored state of connectors between runs: the position in a server's history, and the device identity.
enum ConnectorStateTable {
    static let schema = """
        CREATE TABLE port_note (
            port TEXT NOT NULL,
            key TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (port, key)
        ) STRICT, WITHOUT ROWID;
        """

    static func write(_ note: ConnectorStateEntry, in database: any SQLSession) throws {
        try database.execute(
            """
            INSERT INTO connector_state (connection, key, value) VALUES (?, ?, ?)
            ON CONFLICT (connection, key) DO UPDATE SET value = excluded.value
            """, [note.connection, note.key, note.value])
    }

    static func value(_ key: String, of connection: String, in database: any SQLSession) throws -> String? {
        try (database.value("SELECT value FROM connector_state WHERE connection = ? AND key = ?", [connection, key]) as String?)
    }
}

/// One stored value of a connector.
package struct ConnectorStateEntry: Hashable, Sendable {
    package var connection: String
    package var key: String
    package var value: String

    package init(_ value: String, under key: String, of connection: String) {
        self.connection = connection
        self.key = key
        self.value = value
    }
}
