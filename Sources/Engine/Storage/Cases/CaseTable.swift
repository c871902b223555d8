import ChatModel
import Foundation

/// The measures taken against users: the rule and its revision, the evidence, and the current status.
///
/// A row is one measure. The measures that one rule takes against one user in one incident form one case and share its number.
/// Numbers are counted per clan.
enum CaseTable {
    static let schema = """
        CREATE TABLE cases (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            cause INTEGER NOT NULL,
            author TEXT NOT NULL,
            place INTEGER NOT NULL,
            version TEXT NOT NULL,
            kind TEXT NOT NULL,
            user INTEGER NOT NULL,
            clan INTEGER NOT NULL,
            channel INTEGER NOT NULL,
            message INTEGER NOT NULL,
            reason TEXT NOT NULL,
            ordinals TEXT NOT NULL,
            inverses TEXT NOT NULL,
            evidence TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            until INTEGER,
            ended_at INTEGER,
            undone_at INTEGER,
            undone_by TEXT,
            UNIQUE (cause, author, place)
        ) STRICT;
        CREATE INDEX cases_by_user ON cases(user);
        CREATE INDEX cases_by_message ON cases(message);
        CREATE INDEX cases_by_until ON cases(until) WHERE until IS NOT NULL AND ended_at IS NULL AND undone_at IS NULL;
        """

    /// The strike that each case added to a ladder, as JSON.
    static let strikes = "ALTER TABLE cases ADD COLUMN strike TEXT;"

    /// The case to which a row belongs. Both columns are null only while rows of an older export are imported.
    static let numbers = """
        ALTER TABLE cases ADD COLUMN incident INTEGER;
        ALTER TABLE cases ADD COLUMN number INTEGER;
        CREATE INDEX cases_by_number ON cases(clan, number);
        CREATE INDEX cases_by_incident ON cases(incident);
        \(numbering)
        """

    /// Numbers the rows without a number in the order in which their cases began.
    static let numbering = """
        UPDATE cases SET incident = cause WHERE incident IS NULL;
        UPDATE cases SET number = numbered.number FROM (
            SELECT id, dense_rank() OVER (PARTITION BY clan ORDER BY first) AS number FROM (
                SELECT id, clan, min(id) OVER (PARTITION BY clan, author, user, incident) AS first FROM cases
            )
        ) AS numbered WHERE numbered.id = cases.id AND cases.number IS NULL;
        """

    static func insert(
        _ new: NewCase, position: Int, cause: Int64, version: String, at date: Date, into database: any SQLSession
    ) throws {
        let draft = new.draft
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let keys = ["?1", "?2", "?3"]
        let sql = """
            INSERT INTO cases (cause, author, position, revision, kind, "user", clan, channel, message, reason, ordinals, inverses,
                evidence, created_at, until, strike, incident, number)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, \(EncryptedColumn.caseReason.sealed("?10", keys: keys)), ?11,
                \(EncryptedColumn.inverses.sealed("?12", keys: keys)), \(EncryptedColumn.evidence.sealed("?13", keys: keys)),
                ?14, ?15, \(EncryptedColumn.strike.sealed("?16", keys: keys)), ?17, coalesce(
                    (SELECT number FROM cases WHERE incident = ?17 AND clan = ?7 AND author = ?2 AND "user" = ?6 LIMIT 1),
                    (SELECT coalesce(max(number), 0) + 1 FROM cases WHERE clan = ?7)))
            ON CONFLICT (cause, author, position) DO NOTHING
            """
        try database.execute(
            sql,
            [
                cause, new.author, position, version, draft.kind, draft.user.rawValue, draft.clan.rawValue,
                draft.channel.rawValue,
                draft.message.rawValue, draft.reason, String(decoding: try encoder.encode(draft.ordinals), as: UTF8.self),
                String(decoding: try encoder.encode(draft.inverses), as: UTF8.self),
                String(decoding: try encoder.encode(draft.evidence), as: UTF8.self), date.milliseconds, draft.until?.milliseconds,
                try draft.strike.map { String(decoding: try encoder.encode($0), as: UTF8.self) }, draft.incident ?? cause,
            ])
    }

    /// Applies a change and returns whether the case was still open. A case that has ended stays as it is and can only be pardoned.
    static func apply(_ change: CaseChange, at date: Date, in database: any SQLSession) throws -> Bool {
        let isOpen = "id = ? AND ended_at IS NULL AND undone_at IS NULL"
        switch change.kind {
        case .upheld:
            return try database.value("SELECT EXISTS (SELECT 1 FROM cases WHERE \(isOpen))", [change.caseID]) ?? false
        case .ended:
            return try database.changeCount(
                of: "UPDATE cases SET ended_at = ? WHERE \(isOpen)", [date.milliseconds, change.caseID]) > 0
        case .pardoned(let name):
            return try database.changeCount(
                of:
                    "UPDATE cases SET undone_at = ?, undone_by = \(EncryptedColumn.undoneBy.sealed("?")) WHERE id = ? AND undone_at IS NULL",
                [date.milliseconds, name, change.caseID]) > 0
        case .undone(let name):
            return try database.changeCount(
                of: "UPDATE cases SET undone_at = ?, undone_by = \(EncryptedColumn.undoneBy.sealed("?")) WHERE \(isOpen)",
                [date.milliseconds, name, change.caseID]) > 0
        }
    }
}
