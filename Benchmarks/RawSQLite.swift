import ChatModel
import Foundation
import GRDB
import Storage

/// Writes the journal's rows with cached SQLite statements only.
enum RawSQLite {
    static func insertsPerSecond(_ events: [NewEntry], batch: Int, path: String, time: SystemTime) throws -> Double {
        let queue = try DatabaseQueue(path: path)
        return try queue.inDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
                    CREATE TABLE journal (sequence INTEGER PRIMARY KEY, received_at INTEGER, kind TEXT, clan INTEGER, channel INTEGER,
                        message INTEGER, identity INTEGER, is_late INTEGER, is_own INTEGER, frame BLOB);
                    CREATE UNIQUE INDEX journal_identity ON journal(channel, message, kind, identity);
                    """)
            let insert = try database.makeStatement(sql: "INSERT OR IGNORE INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
            let began = time.uptime
            var sequence: Int64 = 0
            for start in stride(from: 0, to: events.count, by: batch) {
                try database.execute(sql: "BEGIN IMMEDIATE")
                for event in events[start..<min(start + batch, events.count)] {
                    sequence += 1
                    insert.setUncheckedArguments([
                        sequence, 1_790_000_000_000, "message", event.event.clan.rawValue, event.event.channel.rawValue,
                        event.event.message.rawValue, 0, false, false, Data(event.frame),
                    ])
                    try insert.execute()
                }
                try database.execute(sql: "COMMIT")
            }
            return Double(events.count) / ((time.uptime - began) / .seconds(1))
        }
    }
}
