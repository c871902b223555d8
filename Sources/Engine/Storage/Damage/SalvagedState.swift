import ChatModel
import Foundation
import GRDB

/// The state of a database of which rows are gone, made such that nothing is answered twice.
///
/// An entry whose turn may be gone is not handled, and messages from before the last write are not read from histories again: they may have
/// been answered. Deliveries that are not settled are continued, because each of them is looked for in its channel first.
struct SalvagedState {
    private let database: Database
    private let lastWrite: Date
    /// A Boolean value that indicates whether entries or turns may be gone.
    private let isUncertain: Bool
    private let isChannelIncomplete: Bool
    private let isStateIncomplete: Bool
    private let lostEnd: Int64?

    /// - Parameter lostEnd: A number that entries at the end had which are gone; nil if none is known to be.
    init(database: Database, report: SalvageReport, lastWrite: Date, lostEnd: Int64?) {
        self.database = database
        self.lostEnd = lostEnd
        self.lastWrite = lastWrite
        let incomplete = Set(report.tables.filter { !$0.isComplete }.map(\.name))
        isUncertain = lostEnd != nil || !incomplete.isDisjoint(with: ["journal", "turn", "checkpoint"])
        isChannelIncomplete = incomplete.contains("channel")
        isStateIncomplete = !incomplete.isDisjoint(with: ["rule_state", "former_rule_state", "state_checkpoint"])
    }

    func makeSafe(_ report: inout SalvageReport) throws {
        try deleteOrphans(&report)
        if isUncertain { try skipEntries(&report) }
        if isUncertain || isStateIncomplete {
            // The state at a checkpoint cannot be told any more.
            try database.execute(sql: "DELETE FROM state_checkpoint; DELETE FROM former_rule_state")
        }
        try renewWaitingEntries()
        if isUncertain || isChannelIncomplete { try skipHistories() }
        report.openDeliveries = try Int.fetchOne(database, sql: "SELECT count(*) FROM outbox WHERE status < 2") ?? 0
    }

    /// Numbers of rows that were deleted are not used again.
    static func keepNumbers(of source: Database, in target: Database) throws {
        let number = "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'"
        guard let last = try? Int64.fetchOne(source, sql: number), last < 1 << 53 else { return }
        let known = try Int64.fetchOne(target, sql: number)
        guard last > known ?? 0 else { return }
        try target.execute(
            sql: """
                DELETE FROM sqlite_sequence WHERE name = 'outbox';
                INSERT INTO sqlite_sequence (name, seq) VALUES ('outbox', \(last));
                """)
    }

    private func deleteOrphans(_ report: inout SalvageReport) throws {
        while true {
            let orphans = try Row.fetchAll(
                database, sql: "SELECT \"table\", rowid FROM pragma_foreign_key_check WHERE rowid IS NOT NULL GROUP BY 1, 2")
            guard !orphans.isEmpty else { return }
            for row in orphans {
                let (name, id) = (row[0] as String, row[1] as Int64)
                try database.execute(sql: "DELETE FROM \(name) WHERE rowid = ?", arguments: [id])
                guard let index = report.tables.firstIndex(where: { $0.name == name }) else { continue }
                report.tables[index].saved -= 1
                report.tables[index].add(unusable: id)
            }
        }
    }

    /// Counts all entries as done. New ones have greater numbers than those that are gone.
    private func skipEntries(_ report: inout SalvageReport) throws {
        let session = SQLiteSession(database)
        let through = try CheckpointTable.value(of: .turnsThrough, in: session)
        let waiting = try Int64.fetchAll(
            database,
            sql: """
                SELECT sequence FROM journal
                WHERE sequence > ? AND NOT is_own AND NOT EXISTS (SELECT 1 FROM turn WHERE turn.sequence = journal.sequence)
                ORDER BY sequence
                """, arguments: [through])
        report.unhandled = waiting.count
        report.unhandledEntries = Array(waiting.prefix(SalvageReport.Table.maxIDs))
        let gapEnds = report.table("journal")?.gaps.flatMap { [$0.after, $0.before] }.compactMap(\.self) ?? []
        let stored = try Int64.fetchOne(
            database,
            sql: """
                SELECT max(number) FROM (
                    SELECT max(sequence) AS number FROM journal UNION SELECT max(cause) FROM outbox
                    UNION SELECT max(sequence) FROM bot_crash UNION SELECT max(value) FROM checkpoint WHERE name = 'turns_through'
                )
                """)
        let unusable = ["journal", "turn"].flatMap { report.table($0)?.unusableIDs ?? [] }
        let last = ([stored ?? 0, lostEnd ?? 0] + gapEnds + unusable).filter { $0 < 1 << 52 }.max() ?? 0
        // The last entries may be gone without a trace.
        try CheckpointTable.advance(.turnsThrough, to: last + Self.margin, in: session)
        if report.table("checkpoint")?.isComplete == false {
            try database.execute(
                sql: "DELETE FROM checkpoint WHERE name = ?", arguments: [CheckpointTable.Checkpoint.settledThrough.rawValue])
        }
    }

    private static let margin: Int64 = 1_000_000  // More entries than pages that are damaged at the end of a table have.

    private func renewWaitingEntries() throws {
        guard try database.tableExists("waiting_entry") else { return }
        try database.execute(sql: "DELETE FROM waiting_entry; \(WaitingEntryTable.filling)")
    }

    /// Lets histories be read from the last write on.
    private func skipHistories() throws {
        let floor = Snowflake.floor(of: lastWrite)
        try database.execute(
            sql: "UPDATE channel SET last_message = ?1 WHERE last_message > 0 AND last_message < ?1 AND id >= 0 AND id < ?2",
            arguments: [floor, ChannelID(foreign: 0).rawValue])
    }
}
