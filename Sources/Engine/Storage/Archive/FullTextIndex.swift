import GRDB

/// The full-text index over messages. It follows the rows of the archive in order and keeps no copy of them.
///
/// In an encrypted store each word is replaced by a code. A reader of the file alone learns which messages share a word, how often
/// it occurs and beside which others, but not the word.
struct FullTextIndex {
    private let database: Database
    /// The cipher and tokenizer that encode words; nil in a plain store.
    private let wordEncoder: (cipher: ValueCipher, tokenizer: any FTS5Tokenizer)?

    init(_ cipher: ValueCipher?, in database: Database) throws {
        self.database = database
        // Uses the same tokenizer as the table of a plain store.
        wordEncoder = try cipher.map { ($0, try database.makeTokenizer(.unicode61(diacritics: .remove))) }
    }

    static let schema = """
        \(words)
        CREATE TABLE indexed (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            form INTEGER NOT NULL,
            through INTEGER NOT NULL
        ) STRICT;
        """

    /// The index format. Increase it whenever `SearchText.folded` or the tokenizer changes; the index is then rebuilt.
    static let formatVersion: Int64 = 1

    private static let index = """
        CREATE VIRTUAL TABLE message_text_index USING fts5(text, content = '', tokenize = 'unicode61 remove_diacritics 2');
        """

    private static let words = """
        CREATE VIRTUAL TABLE words USING fts5(text, content = '', tokenize = 'unicode61 remove_diacritics 2');
        """

    /// The last row whose words can be found; zero while the index must be rebuilt.
    func progress() throws -> Int64 {
        try Int64.fetchOne(
            database, sql: "SELECT through FROM index_checkpoint WHERE format_version = ?", arguments: [Self.formatVersion]) ?? 0
    }

    /// Indexes the next rows until their texts reach `bytes`. Returns the number of rows.
    func advance(by count: Int, bytes: Int = .max) throws -> Int {
        if try Int64.fetchOne(database, sql: "SELECT format_version FROM index_checkpoint") != Self.formatVersion {
            try database.execute(sql: "DROP TABLE message_text_index; \(Self.index)")
            try database.execute(sql: "INSERT OR REPLACE INTO index_checkpoint VALUES (1, ?, 0)", arguments: [Self.formatVersion])
        }
        let cursor = try Row.fetchCursor(
            database,
            sql:
                "SELECT sequence, \(EncryptedColumn.text.opened) FROM message_version WHERE sequence > ? ORDER BY sequence LIMIT ?",
            arguments: [try progress(), count])
        var rows: [(sequence: Int64, text: String)] = []
        var read = 0
        while read < bytes, let row = try cursor.next() {
            rows.append((row[0], row[1]))
            read += rows[rows.count - 1].text.utf8.count
        }
        guard let last = rows.last else { return 0 }
        try insert(rows)
        try database.execute(sql: "UPDATE index_checkpoint SET through = ?", arguments: [last.sequence])
        return rows.count
    }

    /// Removes a text from the index. It must equal the indexed text.
    func remove(_ text: String, at sequence: Int64) throws {
        guard !text.isEmpty, try progress() >= sequence else { return }
        try database.execute(
            sql: "INSERT INTO message_text_index (message_text_index, rowid, text) VALUES ('delete', ?, ?)",
            arguments: [sequence, try indexed(text)])
    }

    /// Indexes a changed text. A row that the index has not reached yet is skipped, because it will be read with the change.
    func put(_ text: String, at sequence: Int64) throws {
        guard try progress() >= sequence else { return }
        try insert([(sequence, text)])
    }

    /// Merges pages of the index, which keep deleted words until all of them are merged. Returns whether there is more to merge.
    static func mergeStep(isFirst: Bool, in database: Database) throws -> Bool {
        let before = database.totalChangesCount
        try database.execute(
            sql: "INSERT INTO message_text_index (message_text_index, rank) VALUES ('merge', ?)",
            arguments: [isFirst ? -pagesAtOnce : pagesAtOnce])
        return database.totalChangesCount - before >= 2  // SQLite: a smaller difference means no merge.
    }

    private static let pagesAtOnce = 500  // Of four kilobytes each: some tens of milliseconds.

    private func insert(_ rows: [(sequence: Int64, text: String)]) throws {
        let insertion = try DirectStatement("INSERT INTO message_text_index (rowid, text) VALUES (?, ?)", in: database)
        for (sequence, text) in rows where !text.isEmpty {
            let words = try indexed(text)
            try insertion.run { row in
                row.bind(sequence)
                row.bind(words)
            }
        }
    }

    /// The query as an FTS5 match expression.
    ///
    /// - Throws: `SearchError.wholeWordsOnly`.
    func pattern(of words: SearchQuery) throws -> String {
        guard let (cipher, tokenizer) = wordEncoder else { return words.parts.map(\.pattern).joined(separator: " ") }
        return try words.parts.map { part in
            guard !part.isPrefix else { throw SearchError.wholeWordsOnly(part.words) }
            return
                "\"\(try tokenizer.tokenize(query: part.words).map { cipher.indexCode(for: $0.token) }.joined(separator: " "))\""
        }.joined(separator: " ")
    }

    private func indexed(_ text: String) throws -> String {
        let folded = SearchText.folded(text)
        guard let (cipher, tokenizer) = wordEncoder else { return folded }
        return try tokenizer.tokenize(document: folded).map { cipher.indexCode(for: $0.token) }.joined(separator: " ")
    }
}
