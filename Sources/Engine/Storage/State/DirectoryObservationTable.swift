import GRDB

/// The users and places observed by decisions. An observation is stored once for as long as it does not change; turns refer to it
/// by its id.
enum DirectoryObservationTable {
    static let schema = """
        CREATE TABLE sighting (
            id INTEGER PRIMARY KEY,
            text TEXT NOT NULL
        ) STRICT;
        """

    static func insert(_ text: String, as id: Int64, into database: Database) throws {
        let statement = try database.cachedStatement(
            sql:
                "INSERT OR REPLACE INTO directory_observation (id, text) VALUES (?1, \(EncryptedColumn.observation.sealed("?2", keys: ["?1"])))"
        )
        statement.setUncheckedArguments([id, text])
        try statement.execute()
    }

    static func last(in database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT max(id) FROM directory_observation") ?? 0
    }

    static func texts(of ids: Set<Int64>, in database: Database) throws -> [Int64: String] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(EncryptedColumn.observation.opened) FROM directory_observation WHERE id = ?")
        var texts: [Int64: String] = [:]
        for id in ids { texts[id] = try String.fetchOne(statement, arguments: [id]) }
        return texts
    }
}
