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
        for row in rows { try insert(row[1], at: row[0], in: database) }
        try database.execute(sql: "UPDATE indexed SET through = ?", arguments: [last[0] as Int64])
        return rows.count
    }

    /// Takes a text out; it must be the one that was put in.
    static func remove(_ text: String, at sequence: Int64, in database: Database) throws {
        guard !text.isEmpty, try progress(in: database) >= sequence else { return }
        try database.execute(
            sql: "INSERT INTO words (words, rowid, text) VALUES ('delete', ?, ?)", arguments: [sequence, SearchText.folded(text)])
    }

    /// Puts one in that was changed; of what the index has not come to yet, it will read the change.
    static func put(_ text: String, at sequence: Int64, in database: Database) throws {
        guard try progress(in: database) >= sequence else { return }
        try insert(text, at: sequence, in: database)
    }

    /// What was taken out stays in the pages of the index until all of them are merged. Returns whether there is more to merge.
    static func mergeStep(isFirst: Bool, in database: Database) throws -> Bool {
        let before = database.totalChangesCount
        try database.execute(
            sql: "INSERT INTO words (words, rank) VALUES ('merge', ?)", arguments: [isFirst ? -pagesAtOnce : pagesAtOnce])
        return database.totalChangesCount - before >= 2  // As SQLite's documentation has it: fewer, and nothing was merged.
    }

    private static let pagesAtOnce = 500  // Of four kilobytes: some tens of milliseconds.

    private static func insert(_ text: String, at sequence: Int64, in database: Database) throws {
        guard !text.isEmpty else { return }
        let statement = try database.cachedStatement(sql: "INSERT INTO words (rowid, text) VALUES (?, ?)")
        statement.setUncheckedArguments([sequence, SearchText.folded(text)])
        try statement.execute()
    }
}
