import GRDB

/// The full-text index over what was said. It follows the rows of the archive in their order, and keeps no copy of them.
enum WordIndex {
    static let schema = """
        \(words)
        CREATE TABLE indexed (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            form INTEGER NOT NULL,
            through INTEGER NOT NULL
        ) STRICT;
        """

    /// To be raised whenever `SearchText.folded` or the tokenizer changes: the index is built again then.
    static let form: Int64 = 1

    private static let words = """
        CREATE VIRTUAL TABLE words USING fts5(text, content = '', tokenize = 'unicode61 remove_diacritics 2');
        """

    /// Up to which row words can be found; zero while the index is to be built anew.
    static func progress(in database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT through FROM indexed WHERE form = ?", arguments: [form]) ?? 0
    }

    /// Takes in the next rows; returns how many there were.
    static func advance(by count: Int, in database: Database) throws -> Int {
        if try Int64.fetchOne(database, sql: "SELECT form FROM indexed") != form {
            try database.execute(sql: "DROP TABLE words; \(words)")
            try database.execute(sql: "INSERT OR REPLACE INTO indexed VALUES (1, ?, 0)", arguments: [form])
        }
        let rows = try Row.fetchAll(
            database, sql: "SELECT sequence, text FROM version WHERE sequence > ? ORDER BY sequence LIMIT ?",
            arguments: [try progress(in: database), count])
        guard let last = rows.last else { return 0 }
        let insert = try database.cachedStatement(sql: "INSERT INTO words (rowid, text) VALUES (?, ?)")
        for row in rows {
            let text: String = row[1]
            guard !text.isEmpty else { continue }
            insert.setUncheckedArguments([row[0] as Int64, SearchText.folded(text)])
            try insert.execute()
        }
        try database.execute(sql: "UPDATE indexed SET through = ?", arguments: [last[0] as Int64])
        return rows.count
    }

}
