import Storage

extension PostgreSQLSchema {
    /// Creates the schema and its tables if there are none, and upgrades those of an earlier version, within a transaction.
    ///
    /// - Parameter isMigrating: A Boolean value that indicates whether a store is copied to it, so that an incomplete copy is accepted.
    /// - Throws: `StorageError.server` for tables of a later version, and for those of an incomplete copy of a store.
    static func prepareTables(in schema: String, on connection: PostgreSQLConnection, isMigrating: Bool) throws {
        let current = try connection.rows("SELECT current_schema()")
        // Without the schema there is no current one, and creating it needs a right that others need not have.
        if current.first?.first != .text(schema) { try connection.execute(script: "CREATE SCHEMA \"\(schema)\"") }
        if !isMigrating {
            if try connection.hasTable(MigrationRecord.table) { throw StorageError.incompleteCopy(schema) }
            if try connection.hasTable(MigrationRecord.movedTable) { throw StorageError.moved(schema) }
        }
        guard try connection.hasTable(versionTable) else {
            return try connection.execute(script: "\(functions)\n\(tables)\n\(leaseTables)\n\(checkpointTables)\n\(setVersion)")
        }
        let found = try connection.rows("SELECT max(version) FROM \(versionTable)")
        let version = try SQLRow.read(found[0]) { $0[0] ?? 0 as Int64 }
        try verify(version, schema)
        if version < 2 { try connection.execute(script: leaseTables) }
        if version < 3 { try connection.execute(script: "\(checkpointTables)\n\(setVersion)") }
    }

    private static let checkpointTables = """
        CREATE TABLE state_checkpoint (
            ticket BIGINT PRIMARY KEY,
            sequence BIGINT NOT NULL,
            at BIGINT NOT NULL
        );
        CREATE TABLE former_rule_state (
            kind TEXT COLLATE "C" NOT NULL,
            name TEXT COLLATE "C" NOT NULL,
            subject TEXT COLLATE "C" NOT NULL,
            shadow_rule TEXT COLLATE "C" NOT NULL,
            ticket BIGINT NOT NULL,
            value TEXT COLLATE "C",
            expires_at BIGINT,
            PRIMARY KEY (kind, name, subject, shadow_rule, ticket)
        );
        CREATE INDEX former_rule_state_by_ticket ON former_rule_state(ticket);
        """

    private static let setVersion = "UPDATE \(versionTable) SET version = \(version);"
}
