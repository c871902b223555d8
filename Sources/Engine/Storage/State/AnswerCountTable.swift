package import ChatModel
package import Foundation

/// The number of recent answers to one user in one channel.
package struct AnswerCount: Sendable, Hashable {
    package var channel: ChannelID
    package var author: UserID
    package var minuteBegan: Date
    package var inMinute = 0
    package var hourBegan: Date
    package var inHour = 0
    /// The time of the last event that was answered or would have been answered.
    package var last: Date
    /// The seconds without an answerable event that must pass before answers resume; zero while answers are not held.
    package var heldFor = 0
    /// The beginning and the number of consecutive answers, between which no other user wrote in the channel.
    package var rowBegan: Date
    package var inRow = 0
    /// A Boolean value that indicates whether answers are held because of the limit on consecutive answers.
    package var isHeldForRow = false
    /// The time at which moderators were last notified of it; nil if they never were.
    package var notifiedAt: Date?

    package init(channel: ChannelID, author: UserID, at now: Date) {
        self.channel = channel
        self.author = author
        minuteBegan = now
        hourBegan = now
        rowBegan = now
        last = now
    }
}

/// The counts of the reply limiter, stored so that a restart does not reset them.
enum AnswerCountTable {
    static let schema = """
        CREATE TABLE answer_count (
            channel INTEGER NOT NULL,
            author INTEGER NOT NULL,
            minute_began INTEGER NOT NULL,
            in_minute INTEGER NOT NULL,
            hour_began INTEGER NOT NULL,
            in_hour INTEGER NOT NULL,
            last INTEGER NOT NULL,
            held_for INTEGER NOT NULL,
            told_at INTEGER,
            PRIMARY KEY (channel, author)
        ) STRICT, WITHOUT ROWID;
        """

    static let rows = """
        ALTER TABLE answer_count ADD COLUMN row_began INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE answer_count ADD COLUMN in_row INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE answer_count ADD COLUMN is_held_for_row INTEGER NOT NULL DEFAULT 0;
        """

    /// Stores counts. Of several for one user and channel the last one remains.
    static func put(_ counts: [AnswerCount], in database: any SQLSession) throws {
        var last: [Place: AnswerCount] = [:]
        for count in counts { last[Place(channel: count.channel, author: count.author)] = count }
        for count in last.values { try put(count, in: database) }
    }

    private struct Place: Hashable {
        let channel: ChannelID
        let author: UserID
    }

    private static func put(_ count: AnswerCount, in database: any SQLSession) throws {
        try database.run(insertion) { row in
            row.bind(count.channel.rawValue)
            row.bind(count.author.rawValue)
            row.bind(count.minuteBegan)
            row.bind(count.inMinute)
            row.bind(count.hourBegan)
            row.bind(count.inHour)
            row.bind(count.last)
            row.bind(count.heldFor)
            row.bind(count.notifiedAt?.milliseconds)
            row.bind(count.rowBegan)
            row.bind(count.inRow)
            row.bind(count.isHeldForRow)
        }
    }

    private static let insertion = """
        INSERT INTO answer_count
            (channel, author, minute_began, in_minute, hour_began, in_hour, last, held_for, told_at, row_began, in_row,
             is_held_for_row)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (channel, author) DO UPDATE SET
            minute_began = excluded.minute_began, in_minute = excluded.in_minute, hour_began = excluded.hour_began,
            in_hour = excluded.in_hour, last = excluded.last, held_for = excluded.held_for, told_at = excluded.told_at,
            row_began = excluded.row_began, in_row = excluded.in_row, is_held_for_row = excluded.is_held_for_row
        """

    static func all(in database: any SQLSession) throws -> [AnswerCount] {
        try database.rows(
            """
            SELECT channel, author, minute_began, in_minute, hour_began, in_hour, last, held_for, told_at, row_began, in_row,
                is_held_for_row
            FROM answer_count ORDER BY channel, author
            """
        ) { row in
            var count = AnswerCount(
                channel: ChannelID(row[0] as Int64), author: UserID(row[1] as Int64), at: Date(milliseconds: row[6]))
            count.minuteBegan = Date(milliseconds: row[2])
            count.inMinute = row[3]
            count.hourBegan = Date(milliseconds: row[4])
            count.inHour = row[5]
            count.heldFor = row[7]
            count.notifiedAt = (row[8] as Int64?).map(Date.init(milliseconds:))
            count.rowBegan = Date(milliseconds: row[9])
            count.inRow = row[10]
            count.isHeldForRow = row[11]
            return count
        }
    }

    /// Removes counts whose last event is older than `date`.
    static func deleteOld(before date: Date, in database: any SQLSession) throws {
        try database.execute("DELETE FROM answer_count WHERE last < ?", [date.milliseconds])
    }
}
