import GRDB

/// The full-text index over what was said. It follows the rows of the archive in their order, and keeps no copy of them.
///
/// In a sealed store it holds a code in the place of each word: whoever has the file alone sees which messages share a word, how
/// often there is one and beside which others, and not what it is.
struct FullTextIndex {
    private let database: Database
    /// Nil in a plain store.
    private let hiding: (seal: ValueCipher, tokenizer: any FTS5Tokenizer)?

    init(_ seal: ValueCipher?, in database: Database) throws {
        self.database = database
        // The same words as the table of a plain store has.
        hiding = try seal.map { ($0, try database.makeTokenizer(.unicode61(diacritics: .remove))) }
    }

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
    func progress() throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT through FROM indexed WHERE form = ?", arguments: [Self.form]) ?? 0
    }

    /// Takes in the next rows, until their texts come to so many bytes; returns how many there were.
    func advance(by count: Int, bytes: Int = .max) throws -> Int {
        if try Int64.fetchOne(database, sql: "SELECT form FROM indexed") != Self.form {
            try database.execute(sql: "DROP TABLE words; \(Self.words)")
            try database.execute(sql: "INSERT OR REPLACE INTO indexed VALUES (1, ?, 0)", arguments: [Self.form])
        }
        let cursor = try Row.fetchCursor(
            database,
            sql: "SELECT sequence, \(EncryptedColumn.text.opened) FROM version WHERE sequence > ? ORDER BY sequence LIMIT ?",
            arguments: [try progress(), count])
        var rows: [(sequence: Int64, text: String)] = []
        var read = 0
        while read < bytes, let row = try cursor.next() {
            rows.append((row[0], row[1]))
            read += rows[rows.count - 1].text.utf8.count
        }
        guard let last = rows.last else { return 0 }
        for row in rows { try insert(row.text, at: row.sequence) }
        try database.execute(sql: "UPDATE indexed SET through = ?", arguments: [last.sequence])
        return rows.count
    }

    /// Takes a text out; it must be the one that was put in.
    func remove(_ text: String, at sequence: Int64) throws {
        guard !text.isEmpty, try progress() >= sequence else { return }
        try database.execute(
            sql: "INSERT INTO words (words, rowid, text) VALUES ('delete', ?, ?)", arguments: [sequence, try indexed(text)])
    }

    /// Puts one in that was changed; of what the index has not come to yet, it will read the change.
    func put(_ text: String, at sequence: Int64) throws {
        guard try progress() >= sequence else { return }
        try insert(text, at: sequence)
    }

    /// What was taken out stays in the pages of the index until all of them are merged. Returns whether there is more to merge.
    static func mergeStep(isFirst: Bool, in database: Database) throws -> Bool {
        let before = database.totalChangesCount
        try database.execute(
            sql: "INSERT INTO words (words, rank) VALUES ('merge', ?)", arguments: [isFirst ? -pagesAtOnce : pagesAtOnce])
        return database.totalChangesCount - before >= 2  // As SQLite's documentation has it: fewer, and nothing was merged.
    }

    private static let pagesAtOnce = 500  // Of four kilobytes: some tens of milliseconds.

    private func insert(_ text: String, at sequence: Int64) throws {
        guard !text.isEmpty else { return }
        let statement = try database.cachedStatement(sql: "INSERT INTO words (rowid, text) VALUES (?, ?)")
        statement.setUncheckedArguments([sequence, try indexed(text)])
        try statement.execute()
    }

    /// What is looked for, as SQLite reads it.
    ///
    /// - Throws: `SearchError.wholeWordsOnly`.
    func pattern(of words: SearchQuery) throws -> String {
        guard let (seal, tokenizer) = hiding else { return words.parts.map(\.pattern).joined(separator: " ") }
        return try words.parts.map { part in
            guard !part.isPrefix else { throw SearchError.wholeWordsOnly(part.words) }
            return "\"\(try tokenizer.tokenize(query: part.words).map { seal.hidden($0.token) }.joined(separator: " "))\""
        }.joined(separator: " ")
    }

    private func indexed(_ text: String) throws -> String {
        let folded = SearchText.folded(text)
        guard let (seal, tokenizer) = hiding else { return folded }
        return try tokenizer.tokenize(document: folded).map { seal.hidden($0.token) }.joined(separator: " ")
    }
}
