import ChatModel
import Foundation

/// All events, in the order in which the application received them.
enum JournalTable {
    /// `identity` distinguishes events about the same message. It is null for events that can legitimately repeat, such as
    /// reactions. The index starts with the message id because ids grow: new keys are appended at its end, and a commit touches one
    /// page of it instead of one for each channel.
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

    private static let insertion = SQLInsertion(
        into: "journal",
        [
            "sequence": .integer, "received_at": .integer, "kind": .text, "clan": .integer, "channel": .integer,
            "message": .integer, "identity": .integer, "is_late": .boolean, "is_own": .boolean, "frame": .blob,
        ],
        id: "sequence", key: ["message", "kind", "identity"], where: "identity IS NOT NULL", encrypting: .frame)

    /// The columns in the order expected by `entry(_:)`.
    static let columns = """
        journal.sequence, journal.received_at, journal.kind, journal.clan, journal.channel, journal.message, journal.identity,
        journal.is_late, journal.is_own, \(EncryptedColumn.frame.opened)
        """

    /// The condition of every query for entries: a damaged row is never acted upon.
    static func isIntact(in database: any SQLSession) -> String { ChecksummedTable.journal.isIntact(in: database.dialect) }

    /// Appends events in order. Known ones are omitted.
    ///
    /// - Parameters:
    ///   - sequence: Returns the sequence of the next event.
    ///   - ended: Receives the index of each event, in order, and whether it was new. It may be called before the next sequence is
    ///     asked for, or after that.
    static func append(
        _ events: [NewEntry], to database: any SQLSession, sequence: () -> Int64, ended: (_ index: Int, _ isNew: Bool) -> Void
    ) throws {
        let identities = try identities(of: events, in: database)
        try database.insert(insertion, rows: events.count) { index, row in
            let incoming = events[index]
            let event = incoming.event
            row.bind(sequence())
            row.bind(incoming.receivedAt)
            row.bind(event.kind)
            row.bind(event.clan.rawValue)
            row.bind(event.channel.rawValue)
            row.bind(event.message.rawValue)
            row.bind(identities[index])
            row.bind(incoming.isLate)
            row.bind(incoming.isOwn)
            row.bind(incoming.frame)
        } ended: {
            ended($0, $1 != nil)
        }
    }

    /// Changes the sequence of an entry to which nothing refers yet. Its frame may be encrypted with it.
    static func move(_ sequence: Int64, to other: Int64, frame: [UInt8], in database: any SQLSession) throws {
        let sql =
            "UPDATE journal SET sequence = ?1, frame = \(EncryptedColumn.frame.sealed("?2", keys: ["?1"])) WHERE sequence = ?3"
        try database.run(sql) { row in
            row.bind(other)
            row.bind(frame)
            row.bind(sequence)
        }
    }

    static func lastSequence(in database: any SQLSession) throws -> Int64 {
        try database.value("SELECT max(sequence) FROM journal") ?? 0
    }

    /// The newest message, by its id, that can have been created by a given time, and the next one after it. There is none in between.
    static func newestMessages(at now: Date, in database: any SQLSession) throws -> (floor: MessageID, ceiling: MessageID) {
        let implausible = Snowflake.earliestImplausible(at: now)
        let newest =
            try
            (database.value("SELECT max(message) FROM journal WHERE identity IS NOT NULL AND message < ?", [implausible])
            as Int64?)
        let next =
            try
            (database.value("SELECT min(message) FROM journal WHERE identity IS NOT NULL AND message >= ?", [implausible])
            as Int64?)
        return (MessageID(newest ?? 0), next.map { MessageID($0) } ?? MessageID(foreignSnowflake: 0))
    }

    /// Entries after a sequence that have no turn yet. The application's own entries never get one.
    ///
    /// - Parameter bytes: The total frame size after which reading stops.
    static func withoutTurn(
        after sequence: Int64, limit: Int, bytes: Int = .max, in database: any SQLSession
    ) throws -> [Entry] {
        let sql = """
            SELECT \(columns) FROM journal
            WHERE sequence > ? AND NOT is_own AND NOT EXISTS (SELECT 1 FROM turn WHERE turn.sequence = journal.sequence)
                AND \(isIntact(in: database))
            ORDER BY sequence LIMIT ?
            """
        return try entries(sql, [sequence, limit], bytes: bytes, in: database)
    }

    /// The entries of one channel without a turn.
    static func withoutTurn(
        in channel: ChannelID, after sequence: Int64, limit: Int, bytes: Int = .max, in database: any SQLSession
    ) throws -> [Entry] {
        let sql = """
            SELECT \(columns) FROM waiting_entry JOIN journal ON journal.sequence = waiting_entry.sequence
            WHERE waiting_entry.channel = ? AND waiting_entry.sequence > ? AND \(isIntact(in: database))
            ORDER BY waiting_entry.sequence LIMIT ?
            """
        return try entries(sql, [channel.rawValue, sequence, limit], bytes: bytes, in: database)
    }

    /// The entries in a range that rules have decided up to a ticket, ordered by ticket.
    static func decided(
        after sequence: Int64, through last: Int64, upTo ticket: Int64, in database: any SQLSession
    ) throws -> [Entry] {
        try entries(
            """
            SELECT \(columns) FROM (
                SELECT sequence, ticket FROM turn WHERE sequence > ?1 AND sequence <= ?2 AND ticket BETWEEN 1 AND ?3
                UNION SELECT sequence, ticket FROM decision WHERE sequence > ?1 AND sequence <= ?2 AND ticket <= ?3
            ) AS decided JOIN journal ON journal.sequence = decided.sequence WHERE \(isIntact(in: database)) ORDER BY decided.ticket
            """, [sequence, last, ticket], in: database)
    }

    /// Returns the sequence before the oldest entry that is among the `limit` newest and within `milliseconds` of the last entry;
    /// the last sequence if there is none.
    ///
    /// Messages count by the times in their ids, too: between two of them the clock of the machine may have jumped.
    /// - Parameter end: The last entry to look at.
    static func floor(
        milliseconds: Int64, limit: Int, through end: Int64 = .max, in database: any SQLSession
    ) throws -> Int64 {
        try database.value(
            """
            SELECT coalesce(min(sequence) - 1, (SELECT max(sequence) FROM journal WHERE sequence <= ?4), 0)
            FROM (
                SELECT sequence, received_at, message FROM journal WHERE sequence <= ?4 ORDER BY sequence DESC LIMIT ?1
            ) AS newest
            WHERE received_at >= (SELECT received_at FROM journal WHERE sequence <= ?4 ORDER BY sequence DESC LIMIT 1) - ?2
                OR message > 0 AND message >= (
                    SELECT max(message) FROM (
                        SELECT message FROM journal WHERE sequence <= ?4 ORDER BY sequence DESC LIMIT ?1
                    ) AS latest
                ) - ?3
            """, [limit, milliseconds, min(milliseconds, .max >> 22) << 22, end]) ?? 0
    }

    static func entries(after sequence: Int64, limit: Int, bytes: Int = .max, in database: any SQLSession) throws -> [Entry] {
        try entries(
            "SELECT \(columns) FROM journal WHERE sequence > ? AND \(isIntact(in: database)) ORDER BY sequence LIMIT ?",
            [sequence, limit], bytes: bytes, in: database)
    }

    static func entry(_ sequence: Int64, in database: any SQLSession) throws -> Entry? {
        try entries("SELECT \(columns) FROM journal WHERE sequence = ? AND \(isIntact(in: database))", [sequence], in: database)
            .first
    }

    /// The last entry about a message itself: its creation, edit or deletion.
    static func last(about message: MessageID, in channel: ChannelID, in database: any SQLSession) throws -> Entry? {
        try entries(
            """
            SELECT \(columns) FROM journal WHERE message = ? AND identity IS NOT NULL AND kind IN ('message', 'edit', 'delete')
                AND channel = ? AND \(isIntact(in: database))
            ORDER BY sequence DESC LIMIT 1
            """, [message.rawValue, channel.rawValue], in: database
        ).first
    }

    /// The last entry about each message of a channel within a range of ids: its creation, edit or deletion.
    ///
    /// Ids of all channels grow together, so at most `maxScanned` entries are looked at, the newest messages first.
    static func lastEntries(
        in channel: ChannelID, within range: ClosedRange<MessageID>, maxScanned: Int, in database: any SQLSession
    ) throws -> [Entry] {
        let beyond =
            try
            (database.value(
                """
                SELECT message FROM journal WHERE identity IS NOT NULL AND message BETWEEN ? AND ?
                ORDER BY message DESC LIMIT 1 OFFSET ?
                """, [range.lowerBound.rawValue, range.upperBound.rawValue, maxScanned]) as Int64?)
        let first = beyond.map { $0 + 1 } ?? range.lowerBound.rawValue
        let entries = try entries(
            """
            SELECT \(columns) FROM journal WHERE identity IS NOT NULL AND message BETWEEN ? AND ? AND channel = ?
                AND kind IN ('message', 'edit', 'delete') AND \(isIntact(in: database))
            ORDER BY sequence DESC LIMIT 1000
            """, [first, range.upperBound.rawValue, channel.rawValue], in: database)
        var last: [MessageID: Entry] = [:]
        for entry in entries where last[entry.message] == nil { last[entry.message] = entry }
        return last.values.sorted { $0.message < $1.message }
    }

    static func memberChanges(after sequence: Int64, in database: any SQLSession) throws -> [Entry] {
        try entries(of: "'member-joined', 'member-left', 'roles-changed'", after: sequence, in: database)
    }

    static func jobOccurrences(after sequence: Int64, in database: any SQLSession) throws -> [Entry] {
        try entries(of: "'system-job-due'", after: sequence, in: database)
    }

    static func rewinds(after sequence: Int64, in database: any SQLSession) throws -> [Entry] {
        try entries(of: "'system-rewind'", after: sequence, in: database)
    }

    private static func entries(of kinds: String, after sequence: Int64, in database: any SQLSession) throws -> [Entry] {
        try entries(
            "SELECT \(columns) FROM journal WHERE sequence > ? AND kind IN (\(kinds)) AND \(isIntact(in: database)) ORDER BY sequence",
            [sequence], in: database)
    }

    /// The last version of a message before an entry.
    static func lastVersion(
        of message: MessageID, in channel: ChannelID, before sequence: Int64, in database: any SQLSession
    ) throws -> Entry? {
        try entries(
            """
            SELECT \(columns) FROM journal WHERE message = ? AND identity IS NOT NULL AND kind IN ('message', 'edit')
                AND channel = ? AND sequence < ? AND \(isIntact(in: database))
            ORDER BY sequence DESC LIMIT 1
            """, [message.rawValue, channel.rawValue, sequence], in: database
        ).first
    }

    /// The entries about a message. Repeatable events, such as reactions, are searched among the entries that soon follow it,
    /// because indexing them would cost every commit a page.
    static func entries(about message: MessageID, in database: any SQLSession) throws -> [Entry] {
        let identified = try entries(
            """
            SELECT \(columns) FROM journal WHERE message = ? AND identity IS NOT NULL AND \(isIntact(in: database))
            ORDER BY sequence
            """, [message.rawValue], in: database)
        guard let first = identified.first else { return [] }
        let others = try entries(
            """
            SELECT \(columns) FROM journal WHERE sequence > ? AND sequence < ? AND message = ? AND identity IS NULL
                AND \(isIntact(in: database))
            ORDER BY sequence LIMIT 100
            """, [first.sequence, first.sequence + 50_000, message.rawValue], in: database)
        return (identified + others).sorted { $0.sequence < $1.sequence }
    }

    /// The last entry received up to a time, and the one after it. Scans back from the newest entry.
    static func neighbours(of date: Date, in database: any SQLSession) throws -> (before: Entry?, after: Entry?) {
        let before = try entries(
            """
            SELECT \(columns) FROM journal WHERE received_at <= ? AND \(isIntact(in: database))
            ORDER BY sequence DESC LIMIT 1
            """, [date.milliseconds], in: database
        ).first
        return (before, try entries(after: before?.sequence ?? 0, limit: 1, in: database).first)
    }

    private static func entries(
        _ sql: String, _ arguments: SQLArguments, bytes: Int = .max, in database: any SQLSession
    ) throws -> [Entry] {
        var entries: [Entry] = []
        var read = 0
        try database.forEachRow(sql, arguments) { row in
            let entry = entry(row)
            entries.append(entry)
            read += entry.frame.count
            return read < bytes
        }
        return entries
    }

    /// Decodes a row by position, in the order of `columns`. This is the fastest way, and it runs once for every message.
    static func entry(_ row: SQLRow) -> Entry {
        Entry(
            sequence: row[0], receivedAt: Date(milliseconds: row[1]), kind: row[2], clan: ClanID(row[3] as Int64),
            channel: ChannelID(row[4] as Int64), message: MessageID(row[5] as Int64), isLate: row[7], isOwn: row[8],
            frame: row[9])
    }
}
