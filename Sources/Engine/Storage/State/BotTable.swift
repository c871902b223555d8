/// The state of bots, and the record of their inputs and results.
enum BotTable {
    /// Rows of `bot_invocation` are kept, because a replay gives a bot the same inputs. Their numbers are the order of its decisions.
    static let schema = """
        CREATE TABLE bot_state (
            bot TEXT NOT NULL,
            key TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (bot, key)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE bot_record (
            number INTEGER PRIMARY KEY,
            sequence INTEGER NOT NULL REFERENCES journal(sequence) ON DELETE CASCADE,
            author TEXT NOT NULL,
            bot TEXT NOT NULL,
            contributions TEXT NOT NULL,
            readings TEXT NOT NULL,
            writes TEXT NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX bot_record_by_entry ON bot_record(sequence, author);
        """

    /// Inserts a record and its state changes. A second record of an entry by the same author is ignored together with its state
    /// changes.
    static func insert(_ row: InvocationRow, _ changes: [BotStateRow], into database: any SQLSession) throws {
        let sql = """
            INSERT INTO bot_invocation (sequence, author, bot, results, reads, writes)
            VALUES (?1, ?2, ?3, \(EncryptedColumn.results.sealed("?4", keys: ["?1", "?2"])),
                \(EncryptedColumn.reads.sealed("?5", keys: ["?1", "?2"])),
                \(EncryptedColumn.writes.sealed("?6", keys: ["?1", "?2"])))
            ON CONFLICT (sequence, author) DO NOTHING
            """
        let inserted = try database.changeCount(
            of: sql, [row.sequence, row.author, row.bot, row.results, row.reads, row.writes])
        guard inserted > 0 else { return }
        for change in changes { try write(change, in: database) }
    }

    static func write(_ row: BotStateRow, in database: any SQLSession) throws {
        guard let value = row.value else {
            try database.execute("DELETE FROM bot_state WHERE bot = ? AND key = ?", [row.bot, row.key])
            return
        }
        let sql = """
            INSERT INTO bot_state (bot, key, fingerprint, value)
            VALUES (?1, ?2, ?3, \(EncryptedColumn.botState.sealed("?4", keys: ["?1", "?2"])))
            ON CONFLICT (bot, key) DO UPDATE SET fingerprint = excluded.fingerprint, value = excluded.value
            """
        try database.execute(sql, [row.bot, row.key, row.fingerprint, value])
    }

    static func state(of bot: String, under key: String, in database: any SQLSession) throws -> BotStateRow? {
        let sql = "SELECT \(stateColumns) FROM bot_state WHERE bot = ? AND key = ?"
        return try database.firstRow(sql, [bot, key], stateRow)
    }

    static func states(of bot: String, in database: any SQLSession) throws -> [BotStateRow] {
        try database.rows("SELECT \(stateColumns) FROM bot_state WHERE bot = ? ORDER BY key", [bot], stateRow)
    }

    /// The size of each bot's state. Keys that begin with `~` belong to the application, which stores them on the bot's behalf.
    static func sizes(in database: any SQLSession) throws -> [BotStateSize] {
        try database.rows(
            """
            SELECT bot, CASE WHEN substr(key, 1, 1) <> '~' THEN fingerprint END AS type, count(*),
                CAST(sum(\(EncryptedColumn.botState.byteCount(in: database.dialect))) AS BIGINT)
            FROM bot_state GROUP BY bot, type ORDER BY bot, type
            """
        ) { BotStateSize(bot: $0[0], fingerprint: $0[1], values: $0[2], bytes: $0[3]) }
    }

    static func states(in database: any SQLSession) throws -> [BotStateRow] {
        try database.rows("SELECT \(stateColumns) FROM bot_state ORDER BY bot, key", [], stateRow)
    }

    /// The records of entries that have no turn yet.
    static func open(after sequence: Int64, in database: any SQLSession) throws -> [InvocationRow] {
        try database.rows(
            """
            SELECT \(recordColumns) FROM bot_invocation
            WHERE sequence > ? AND NOT EXISTS (SELECT 1 FROM turn WHERE turn.sequence = bot_invocation.sequence) ORDER BY id
            """, [sequence], record)
    }

    /// The records of an entry.
    static func records(of sequence: Int64, in database: any SQLSession) throws -> [InvocationRow] {
        let sql = "SELECT \(recordColumns) FROM bot_invocation WHERE sequence = ?"
        return try database.rows(sql, [sequence], record)
    }

    static func hasRecords(in database: any SQLSession) throws -> Bool {
        try database.value("SELECT EXISTS (SELECT 1 FROM bot_invocation)") ?? false
    }

    /// The records after a number, in the order of their bots' decisions, and whether bots were invoked in their entries' turns.
    static func records(
        after number: Int64, limit: Int, in database: any SQLSession
    ) throws -> [(number: Int64, row: InvocationRow, hasTurn: Bool)] {
        try database.rows(
            """
            SELECT \(recordColumns), id,
                EXISTS (
                    SELECT 1 FROM turn JOIN journal ON journal.sequence = turn.sequence
                    WHERE turn.sequence = bot_invocation.sequence
                        AND (turn.ticket > 0 OR turn.revision <> '' OR journal.kind = 'system-dead-letter-retried')
                )
            FROM bot_invocation WHERE id > ? ORDER BY id LIMIT ?
            """, [number, limit]
        ) { ($0[6], record($0), $0[7]) }
    }

    private static let stateColumns = "bot, key, fingerprint, \(EncryptedColumn.botState.opened)"
    private static let recordColumns = """
        bot_invocation.sequence, author, bot, \(EncryptedColumn.results.opened), \(EncryptedColumn.reads.opened),
        \(EncryptedColumn.writes.opened)
        """

    private static func stateRow(_ row: SQLRow) -> BotStateRow {
        BotStateRow(bot: row[0], key: row[1], fingerprint: row[2], value: row[3])
    }

    private static func record(_ row: SQLRow) -> InvocationRow {
        InvocationRow(
            sequence: row[0], author: row[1], bot: row[2], results: row[3], reads: row[4], writes: row[5])
    }
}

/// A bot's inputs and results for one entry. The lists are JSON.
package struct InvocationRow: Sendable, Hashable {
    package var sequence: Int64
    package var author: String
    package var bot: String
    package var results: String
    package var reads: String
    package var writes: String

    package init(
        sequence: Int64, author: String, bot: String, results: String, reads: String, writes: String
    ) {
        self.sequence = sequence
        self.author = author
        self.bot = bot
        self.results = results
        self.reads = reads
        self.writes = writes
    }
}

/// One value in a bot's state.
package struct BotStateRow: Sendable, Hashable {
    package var bot: String
    package var key: String
    package var fingerprint: String
    /// The value as JSON; nil deletes it.
    package var value: String?

    package init(bot: String, key: String, fingerprint: String, value: String?) {
        self.bot = bot
        self.key = key
        self.fingerprint = fingerprint
        self.value = value
    }
}

/// The size of a bot's state of one type.
package struct BotStateSize: Sendable, Hashable {
    package var bot: String
    /// The fingerprint of the value's type; nil for values that the application stores for the bot, such as cooldowns.
    package var fingerprint: String?
    package var values: Int
    package var bytes: Int
}
