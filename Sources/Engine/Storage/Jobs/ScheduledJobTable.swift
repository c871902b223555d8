package import ChatModel
package import Foundation

/// The scheduled jobs: schedules, reminders and waits. A row holds the next occurrence of a job.
enum ScheduledJobTable {
    /// A paused job keeps its due time, which is ignored. Only a finished job is deleted.
    static let schema = """
        CREATE TABLE appointment (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            author TEXT NOT NULL,
            name TEXT NOT NULL,
            due INTEGER NOT NULL,
            timetable TEXT,
            clan INTEGER NOT NULL,
            channel INTEGER NOT NULL,
            user INTEGER NOT NULL,
            note TEXT NOT NULL,
            cause INTEGER NOT NULL,
            made_at INTEGER NOT NULL,
            is_paused INTEGER NOT NULL DEFAULT 0,
            occurred INTEGER NOT NULL DEFAULT 0,
            skipped INTEGER NOT NULL DEFAULT 0,
            last_due INTEGER,
            UNIQUE (author, name)
        ) STRICT;
        CREATE INDEX appointment_by_due ON appointment(due) WHERE NOT is_paused;
        """

    /// A schedule is JSON, in which the cadence of a recurrence was once named `rhythm`. It contains no text of a user.
    static let presentKeys = """
        UPDATE scheduled_job SET schedule = replace(schedule, '"rhythm":', '"cadence":') WHERE instr(schedule, '"rhythm":');
        """

    static func apply(_ change: ScheduledJobChange, cause: Int64, at date: Date, in database: any SQLSession) throws {
        switch change {
        case .schedule(let job, let author): try insert(job, author, cause: cause, at: date, in: database)
        case .cancel(let name, let author): try cancel(name, of: author, in: database)
        }
    }

    /// Inserts a job. If the name is already in use, the job is replaced and its counters restart.
    private static func insert(
        _ job: ScheduledJob, _ author: String, cause: Int64, at date: Date, in database: any SQLSession
    ) throws {
        let sql = """
            INSERT INTO scheduled_job (author, name, due_at, schedule, clan, channel, "user", payload, cause, created_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, \(EncryptedColumn.jobPayload.sealed("?8", keys: ["?1", "?2"])), ?9, ?10)
            ON CONFLICT (author, name) DO UPDATE SET
                due_at = excluded.due_at, schedule = excluded.schedule, clan = excluded.clan, channel = excluded.channel,
                "user" = excluded."user", payload = excluded.payload, cause = excluded.cause, created_at = excluded.created_at,
                is_paused = FALSE, run_count = 0, skip_count = 0, last_due_at = NULL
            """
        try database.execute(
            sql,
            [
                author, job.name, job.due.milliseconds, job.timetable, job.clan.rawValue,
                job.channel.rawValue, job.user.rawValue, try payloadText(job.note), cause, date.milliseconds,
            ])
    }

    /// Changes the time, channel and payload of a job. A paused job stays paused.
    private static func change(_ job: ScheduledJob, of author: String, in database: any SQLSession) throws {
        let sql = """
            UPDATE scheduled_job SET due_at = ?3, schedule = ?4, clan = ?5, channel = ?6, "user" = ?7,
                payload = \(EncryptedColumn.jobPayload.sealed("?8", keys: ["?1", "?2"])), last_due_at = NULL
            WHERE author = ?1 AND name = ?2
            """
        try database.execute(
            sql,
            [
                author, job.name, job.due.milliseconds, job.timetable, job.clan.rawValue,
                job.channel.rawValue, job.user.rawValue, try payloadText(job.note),
            ])
    }

    static func cancel(_ name: String, of author: String, in database: any SQLSession) throws {
        let sql = "DELETE FROM scheduled_job WHERE author = ? AND name = ?"
        try database.execute(sql, [author, name])
    }

    /// Deletes a job and returns whether it existed.
    static func cancel(_ id: Int64, in database: any SQLSession) throws -> Bool {
        try database.changeCount(of: "DELETE FROM scheduled_job WHERE id = ?", [id]) > 0
    }

    static func all(of user: UserID, in database: any SQLSession) throws -> [StoredJob] {
        try database.rows(#"\#(select) WHERE "user" = ? ORDER BY id"#, [user.rawValue], job)
    }

    /// Advances a job from its due time, or deletes it. Returns false if the job no longer has that due time.
    static func advance(
        _ id: Int64, from due: Date, to next: Date?, occurred: Int, skipped: Int, in database: any SQLSession
    ) throws -> Bool {
        guard let next else {
            let sql = "DELETE FROM scheduled_job WHERE id = ? AND due_at = ? AND NOT is_paused"
            return try database.changeCount(of: sql, [id, due.milliseconds]) > 0
        }
        let sql = """
            UPDATE scheduled_job SET due_at = ?3, last_due_at = ?2, run_count = run_count + ?4, skip_count = skip_count + ?5
            WHERE id = ?1 AND due_at = ?2 AND NOT is_paused
            """
        return try database.changeCount(of: sql, [id, due.milliseconds, next.milliseconds, occurred, skipped]) > 0
    }

    /// Pauses a job. Returns false if it does not exist or is already paused.
    static func pause(_ id: Int64, in database: any SQLSession) throws -> Bool {
        try database.changeCount(of: "UPDATE scheduled_job SET is_paused = TRUE WHERE id = ? AND NOT is_paused", [id]) > 0
    }

    /// Resumes a job. Returns false if it does not exist or is not paused.
    static func resume(_ id: Int64, due: Date, in database: any SQLSession) throws -> Bool {
        try database.changeCount(
            of: "UPDATE scheduled_job SET is_paused = FALSE, due_at = ? WHERE id = ? AND is_paused", [due.milliseconds, id]) > 0
    }

    /// The jobs that are due, earliest first.
    static func due(at date: Date, limit: Int, in database: any SQLSession) throws -> [StoredJob] {
        let sql = "\(select) WHERE due_at <= ? AND NOT is_paused ORDER BY due_at, id LIMIT ?"
        return try database.rows(sql, [date.milliseconds, limit], job)
    }

    static func nextDue(in database: any SQLSession) throws -> Date? {
        try (database.value("SELECT min(due_at) FROM scheduled_job WHERE NOT is_paused") as Int64?).map(
            Date.init(milliseconds:))
    }

    /// The jobs of one author or of all authors, in the order of their due times; paused jobs last.
    static func all(of author: String?, limit: Int, in database: any SQLSession) throws -> [StoredJob] {
        try database.rows(
            "\(select) WHERE CAST(?1 AS TEXT) IS NULL OR author = ?1 ORDER BY is_paused, due_at, id LIMIT ?2", [author, limit],
            job)
    }

    /// Aligns the stored jobs of the configuration with the declared ones. Jobs that are no longer declared are deleted. A job
    /// with the same schedule, channel and payload keeps its due time.
    ///
    /// - Returns: Whether anything has changed.
    static func align(_ configured: [ConfiguredJob], at date: Date, in database: any SQLSession) throws -> Bool {
        let stored = try database.rows("\(select) WHERE cause = 0 ORDER BY id", [], job)
        var known: [ConfiguredJob.Key: ScheduledJob] = [:]
        var hasChanged = false
        let names = Set(configured.map(\.key))
        for old in stored {
            let key = ConfiguredJob.Key(author: old.author, name: old.job.name)
            if names.contains(key) {
                known[key] = old.job
            } else {
                hasChanged = try cancel(old.id, in: database) || hasChanged
            }
        }
        for one in configured {
            let old = known[one.key]
            var same = one.job
            if let old { same.due = old.due }
            if old == same { continue }
            if !one.isOver, old != nil {
                try change(one.job, of: one.author, in: database)
            } else if !one.isOver {
                try apply(.schedule(one.job, author: one.author), cause: 0, at: date, in: database)
            } else if old != nil {
                try cancel(one.job.name, of: one.author, in: database)
            }
            hasChanged = hasChanged || old != nil || !one.isOver
        }
        return hasChanged
    }

    static func job(_ id: Int64, in database: any SQLSession) throws -> StoredJob? {
        try database.firstRow("\(select) WHERE id = ?", [id], job)
    }

    static func count(in database: any SQLSession) throws -> Int {
        try database.value("SELECT count(*) FROM scheduled_job") ?? 0
    }

    private static let select = """
        SELECT id, author, name, due_at, schedule, clan, channel, "user", \(EncryptedColumn.jobPayload.opened), created_at, is_paused,
            run_count, skip_count, last_due_at, cause
        FROM scheduled_job
        """

    private static func job(_ row: SQLRow) throws -> StoredJob {
        StoredJob(
            id: row[0], author: row[1],
            job: ScheduledJob(
                row[2], due: Date(milliseconds: row[3]), timetable: row[4], clan: ClanID(row[5] as Int64),
                channel: ChannelID(row[6] as Int64), user: UserID(row[7] as Int64), note: try payload(row[8])),
            cause: row[14], madeAt: Date(milliseconds: row[9]), isPaused: row[10], occurred: row[11], skipped: row[12],
            lastDue: (row[13] as Int64?).map(Date.init(milliseconds:)))
    }

    private static func payloadText(_ payload: JSONValue) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(payload), as: UTF8.self)
    }

    private static func payload(_ text: String) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    }
}

/// A change to a scheduled job.
package enum ScheduledJobChange: Sendable, Hashable {
    case schedule(ScheduledJob, author: String)
    case cancel(String, author: String)
}

/// A scheduled job declared by the configuration.
package struct ConfiguredJob: Sendable, Hashable {
    struct Key: Hashable {
        var author: String
        var name: String
    }

    package var author: String
    /// The job. Its `due` is the next occurrence.
    package var job: ScheduledJob
    /// A Boolean value that indicates whether no occurrence remains. A stored occurrence that was not reported yet is kept.
    package var isOver: Bool

    package init(author: String, _ job: ScheduledJob, isOver: Bool = false) {
        self.author = author
        self.job = job
        self.isOver = isOver
    }

    var key: Key { Key(author: author, name: job.name) }
}

/// A scheduled job as stored.
package struct StoredJob: Sendable, Hashable, Codable {
    package var id: Int64
    /// The author, who is notified when it is due, for example `bot:reminders` or `rule:standup`.
    package var author: String
    /// The job. Its `due` is the next occurrence.
    package var job: ScheduledJob
    /// The entry that created the job; zero for a job of the configuration.
    package var cause: Int64
    package var madeAt: Date
    package var isPaused: Bool
    /// The number of occurrences that were reported to the author. `skipped` counts those that were not.
    package var occurred: Int
    package var skipped: Int
    package var lastDue: Date?
}
