/// The users and places observed by decisions. An observation is stored once for as long as it does not change; turns refer to it
/// by its id.
enum DirectoryObservationTable {
    static let schema = """
        CREATE TABLE sighting (
            id INTEGER PRIMARY KEY,
            text TEXT NOT NULL
        ) STRICT;
        """

    static func insert(_ text: String, as id: Int64, into database: any SQLSession) throws {
        let sql =
            "INSERT INTO directory_observation (id, text) VALUES (?1, \(EncryptedColumn.observation.sealed("?2", keys: ["?1"])))"
        try database.execute(sql, [id, text])
    }

    static func last(in database: any SQLSession) throws -> Int64 {
        try database.value("SELECT max(id) FROM directory_observation") ?? 0
    }

    static func texts(of ids: Set<Int64>, in database: any SQLSession) throws -> [Int64: String] {
        let sql = "SELECT \(EncryptedColumn.observation.opened) FROM directory_observation WHERE id = ?"
        var texts: [Int64: String] = [:]
        for id in ids { texts[id] = try (database.value(sql, [id]) as String?) }
        return texts
    }
}
