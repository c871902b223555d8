import Foundation
import GRDB
import MezonModel

/// Everything that happened, in the order in which we learned it.
enum JournalTable {
    /// `identity` tells one happening from another about the same message; null for what may happen twice alike, such as a reaction.
    /// The index begins with the message because ids grow: new keys go to its end, so that a commit touches one page of it and not
    /// one for each channel.
    static let schema = """
        CREATE TABLE journal (
            sequence INTEGER PRIMARY KEY,
            received_at INTEGER NOT NULL,
            kind TEXT NOT NULL,
            clan INTEGER NOT NULL,
            channel INTEGER NOT NULL,
            message INTEGER NOT NULL,
            identity INTEGER,
            is_late INTEGER NOT NULL,
            is_own INTEGER NOT NULL,
            frame BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX journal_by_identity ON journal(message, kind, identity) WHERE identity IS NOT NULL;
        """

    private static let insertion = """
        INSERT INTO journal (sequence, received_at, kind, clan, channel, message, identity, is_late, is_own, frame)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, \(EncryptedColumn.frame.sealed("?10", keys: ["?1"])))
        ON CONFLICT (message, kind, identity) WHERE identity IS NOT NULL DO NOTHING
        """

    /// In the order in which `entry(_:)` reads them.
    static let columns = """
        journal.sequence, journal.received_at, journal.kind, journal.clan, journal.channel, journal.message, journal.identity,
        journal.is_late, journal.is_own, \(EncryptedColumn.frame.opened)
        """

    /// Appends one event under a sequence; returns whether it was new.
    static func append(_ incoming: NewEntry, as sequence: Int64, to database: Database) throws -> Bool {
        let statement = try database.cachedStatement(sql: insertion)
        let event = incoming.event
        statement.setUncheckedArguments([
            sequence, incoming.receivedAt.milliseconds, event.kind, event.clan.rawValue, event.channel.rawValue,
            event.message.rawValue, try identity(of: incoming, in: database), incoming.isLate, incoming.isOwn,
            Data(incoming.frame),
        ])
        try statement.execute()
        return database.changesCount > 0
    }

    static func lastSequence(in database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT max(sequence) FROM journal") ?? 0
    }

    /// Entries past a sequence that have no turn yet; our own never get one.
    ///
    /// - Parameter bytes: of their frames, after which no more are read.
    static func withoutTurn(
        after sequence: Int64, limit: Int, bytes: Int = .max, in database: Database
    ) throws -> [Entry] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(columns) FROM journal
                WHERE sequence > ? AND NOT is_own AND NOT EXISTS (SELECT 1 FROM turn WHERE turn.sequence = journal.sequence)
                ORDER BY sequence LIMIT ?
                """)
        return try entries(statement, arguments: [sequence, limit], bytes: bytes)
    }

    /// Those of one channel. Walks over what lies between, which only a channel that fell far behind its house has much of.
    static func withoutTurn(
        in channel: ChannelID, after sequence: Int64, limit: Int, bytes: Int = .max, in database: Database
    ) throws -> [Entry] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(columns) FROM journal
                WHERE sequence > ? AND channel = ? AND NOT is_own AND NOT EXISTS (SELECT 1 FROM turn WHERE turn.sequence = journal.sequence)
                ORDER BY sequence LIMIT ?
                """)
        return try entries(statement, arguments: [sequence, channel.rawValue, limit], bytes: bytes)
    }

    /// The entries of a stretch of the journal that rules have decided about up to a ticket, by ticket.
    static func decided(
        after sequence: Int64, through last: Int64, upTo ticket: Int64, in database: Database
    ) throws -> [Entry] {
        try entries(
            database.cachedStatement(
                sql: """
                    SELECT \(columns) FROM (
                        SELECT sequence, ticket FROM turn WHERE sequence > ?1 AND sequence <= ?2 AND ticket BETWEEN 1 AND ?3
                        UNION SELECT sequence, ticket FROM decision WHERE sequence > ?1 AND sequence <= ?2 AND ticket <= ?3
                    ) AS decided JOIN journal ON journal.sequence = decided.sequence ORDER BY decided.ticket
                    """),
            arguments: [sequence, last, ticket])
    }

    /// Before the oldest of the newest so many entries that were received at most so long before the last; the last sequence for none.
    static func floor(milliseconds: Int64, most: Int, in database: Database) throws -> Int64 {
        try Int64.fetchOne(
            database,
            sql: """
                SELECT coalesce(min(sequence) - 1, (SELECT max(sequence) FROM journal), 0)
                FROM (SELECT sequence, received_at FROM journal ORDER BY sequence DESC LIMIT ?1)
                WHERE received_at >= (SELECT received_at FROM journal ORDER BY sequence DESC LIMIT 1) - ?2
                """, arguments: [most, milliseconds]) ?? 0
    }

    static func entries(after sequence: Int64, limit: Int, bytes: Int = .max, in database: Database) throws -> [Entry] {
        try entries(
            database.cachedStatement(sql: "SELECT \(columns) FROM journal WHERE sequence > ? ORDER BY sequence LIMIT ?"),
            arguments: [sequence, limit], bytes: bytes)
    }

    static func withoutTurn(after sequence: Int64, in database: Database) throws -> Backlog {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT count(*), min(received_at) FROM journal
                WHERE sequence > ? AND NOT is_own AND NOT EXISTS (SELECT 1 FROM turn WHERE turn.sequence = journal.sequence)
                """, arguments: [sequence])
        return Backlog(row)
    }

    static func entry(_ sequence: Int64, in database: Database) throws -> Entry? {
        try entries(
            database.cachedStatement(sql: "SELECT \(columns) FROM journal WHERE sequence = ?"), arguments: [sequence]
        ).first
    }

    /// The last that was heard of a message itself: how it was said, changed or removed.
    static func last(about message: MessageID, in channel: ChannelID, in database: Database) throws -> Entry? {
        try entries(
            database.cachedStatement(
                sql: """
                    SELECT \(columns) FROM journal WHERE message = ? AND identity IS NOT NULL AND kind IN ('message', 'edit', 'delete')
                        AND channel = ?
                    ORDER BY sequence DESC LIMIT 1
                    """),
            arguments: [message.rawValue, channel.rawValue]
        ).first
    }

    static func memberChanges(after sequence: Int64, in database: Database) throws -> [Entry] {
        try entries(
            database.cachedStatement(
                sql: """
                    SELECT \(columns) FROM journal
                    WHERE sequence > ? AND kind IN ('member-joined', 'member-left', 'roles-changed') ORDER BY sequence
                    """),
            arguments: [sequence])
    }

    /// A message as it was last said or changed before an entry.
    static func said(_ message: MessageID, in channel: ChannelID, before sequence: Int64, in database: Database) throws -> Entry?
    {
        try entries(
            database.cachedStatement(
                sql: """
                    SELECT \(columns) FROM journal WHERE message = ? AND identity IS NOT NULL AND kind IN ('message', 'edit')
                        AND channel = ? AND sequence < ?
                    ORDER BY sequence DESC LIMIT 1
                    """),
            arguments: [message.rawValue, channel.rawValue, sequence]
        ).first
    }

    /// What happened to a message. Things that may happen twice alike, such as reactions, are looked for among what came soon after it:
    /// no index has them, because that would cost every commit a page.
    static func entries(about message: MessageID, in database: Database) throws -> [Entry] {
        let told = try entries(
            database.cachedStatement(
                sql: "SELECT \(columns) FROM journal WHERE message = ? AND identity IS NOT NULL ORDER BY sequence"),
            arguments: [message.rawValue])
        guard let first = told.first else { return [] }
        let others = try entries(
            database.cachedStatement(
                sql: """
                    SELECT \(columns) FROM journal WHERE sequence > ? AND sequence < ? AND message = ? AND identity IS NULL
                    ORDER BY sequence LIMIT 100
                    """),
            arguments: [first.sequence, first.sequence + 50_000, message.rawValue])
        return (told + others).sorted { $0.sequence < $1.sequence }
    }

    /// The last entry that was received up to a moment, and the one after it. Walks back from the newest.
    static func neighbours(of date: Date, in database: Database) throws -> (before: Entry?, after: Entry?) {
        let before = try entries(
            database.cachedStatement(sql: "SELECT \(columns) FROM journal WHERE received_at <= ? ORDER BY sequence DESC LIMIT 1"),
            arguments: [date.milliseconds]
        ).first
        return (before, try entries(after: before?.sequence ?? 0, limit: 1, in: database).first)
    }

    private static func entries(
        _ statement: Statement, arguments: StatementArguments, bytes: Int = .max
    ) throws -> [Entry] {
        var entries: [Entry] = []
        var read = 0
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while read < bytes, let row = try rows.next() {
            entries.append(entry(row))
            read += entries[entries.count - 1].frame.count
        }
        return entries
    }

    /// By position, in the order of `columns`: the fastest way, and this is read once for every message.
    static func entry(_ row: Row) -> Entry {
        Entry(
            sequence: row[0], receivedAt: Date(milliseconds: row[1]), kind: row[2], clan: ClanID(row[3] as Int64),
            channel: ChannelID(row[4] as Int64), message: MessageID(row[5] as Int64), isLate: row[7], isOwn: row[8],
            frame: Array(row[9] as Data))
    }

    /// The same message live, twice and from history is one; two edits differ by what they say, because their times are whole seconds.
    private static func identity(of incoming: NewEntry, in database: Database) throws -> Int64? {
        switch incoming.event {
        case .message, .system, .delete: return incoming.event.message.isNone ? nil : 0
        case .edit: return try JournalKeyTable.hash(incoming.frame, in: database)
        case .house(let event): return event.identity.map { hash($0.utf8) }
        default: return nil
        }
    }

    /// FNV-1a: the same in every run, which Swift's own hashes are not. Of names of our own only: others can make two texts with one.
    private static func hash(_ bytes: some Sequence<UInt8>) -> Int64 {
        Int64(bitPattern: bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    }
}

extension Date {
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// Clamped, because times come from servers too.
    package var milliseconds: Int64 {
        Int64(exactly: (timeIntervalSince1970 * 1000).rounded()) ?? (timeIntervalSince1970 < 0 ? .min : .max)
    }
}
