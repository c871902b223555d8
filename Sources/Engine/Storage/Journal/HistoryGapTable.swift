package import ChatModel
import Foundation

/// Gaps in channel histories: messages that were missed and that history could not provide at the time.
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

    /// Records a gap. A gap with the same start replaces the existing one and extends to the later end.
    static func open(_ gap: HistoryGap, at date: Date, in database: any SQLSession) throws {
        try database.execute(
            """
            INSERT INTO history_gap (channel, clan, after, before, since) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (channel, after) DO UPDATE SET before =
                CASE WHEN history_gap.before = 0 OR excluded.before = 0 THEN 0
                    WHEN history_gap.before > excluded.before THEN history_gap.before ELSE excluded.before END
            """,
            [
                gap.channel.rawValue, gap.clan.rawValue, gap.after.rawValue, gap.before.rawValue, date.milliseconds,
            ])
    }

    /// Removes a gap. One that was extended since it was read stays, because its end is still missing.
    static func close(_ gap: HistoryGap, in database: any SQLSession) throws {
        try database.execute(
            "DELETE FROM history_gap WHERE channel = ? AND after = ? AND before = ?",
            [gap.channel.rawValue, gap.after.rawValue, gap.before.rawValue])
    }

    static func all(in database: any SQLSession) throws -> [HistoryGap] {
        try database.rows("SELECT channel, clan, after, before FROM history_gap ORDER BY since, channel, after") {
            HistoryGap(channel: ChannelID($0[0]), clan: ClanID($0[1]), after: MessageID($0[2]), before: MessageID($0[3]))
        }
    }
}

/// A range of a channel's messages that may contain unseen ones.
package struct HistoryGap: Sendable, Hashable {
    package var channel: ChannelID
    package var clan: ClanID
    /// The newest known message before the gap.
    package var after: MessageID
    /// The oldest known message after the gap; zero if there is none.
    package var before: MessageID

    package init(channel: ChannelID, clan: ClanID, after: MessageID, before: MessageID) {
        self.channel = channel
        self.clan = clan
        self.after = after
        self.before = before
    }
}
