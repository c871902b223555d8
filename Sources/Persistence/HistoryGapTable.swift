import Foundation
import GRDB
package import MezonModel

/// Messages of channels that history still owes us: it could not be read when they were missed.
enum HistoryGapTable {
    static let schema = """
        CREATE TABLE gap (
            channel INTEGER NOT NULL,
            clan INTEGER NOT NULL,
            after INTEGER NOT NULL,
            before INTEGER NOT NULL,
            since INTEGER NOT NULL,
            PRIMARY KEY (channel, after)
        ) STRICT, WITHOUT ROWID;
        """

    /// One that begins where another does takes its place, and reaches as far as the longer of them.
    static func open(_ gap: HistoryGap, at date: Date, in database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO gap (channel, clan, after, before, since) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (channel, after) DO UPDATE SET before =
                    CASE WHEN before = 0 OR excluded.before = 0 THEN 0 ELSE max(before, excluded.before) END
                """,
            arguments: [
                gap.channel.rawValue, gap.clan.rawValue, gap.after.rawValue, gap.before.rawValue, date.milliseconds,
            ])
    }

    static func close(_ gap: HistoryGap, in database: Database) throws {
        try database.execute(
            sql: "DELETE FROM gap WHERE channel = ? AND after = ?", arguments: [gap.channel.rawValue, gap.after.rawValue])
    }

    static func all(in database: Database) throws -> [HistoryGap] {
        try Row.fetchAll(database, sql: "SELECT channel, clan, after, before FROM gap ORDER BY since, channel, after").map {
            HistoryGap(channel: ChannelID($0[0]), clan: ClanID($0[1]), after: MessageID($0[2]), before: MessageID($0[3]))
        }
    }
}

/// A stretch of a channel's messages that may hold some we have not seen.
package struct HistoryGap: Sendable, Hashable {
    package var channel: ChannelID
    package var clan: ClanID
    /// The newest message before it that we have.
    package var after: MessageID
    /// The oldest message after it that we have; zero where we have none.
    package var before: MessageID

    package init(channel: ChannelID, clan: ClanID, after: MessageID, before: MessageID) {
        self.channel = channel
        self.clan = clan
        self.after = after
        self.before = before
    }
}
