import ChatModel
import Foundation
import GRDB

/// Sets the work aside whose rows are damaged: the entry is not handled, and the delivery is not sent. The rows are kept as they are.
struct DamagedRows {
    /// A row that differs from the one that was written.
    struct Finding: Hashable, CustomStringConvertible {
        var table: ChecksummedTable
        var id: Int64

        var description: String { "\(table.rawValue) \(id)" }
    }

    /// The author of the step and the dead letter of an entry that is not handled.
    private static let author = "system:storage"

    let database: any SQLSession
    let now: Date

    /// Sets aside what would be handled or sent after the start.
    func setAside() throws -> [Finding] {
        let entries = try waitingEntries()
        for sequence in entries { try setAside(entry: sequence) }
        let deliveries = try openDeliveries()
        for id in deliveries { try setAside(delivery: id) }
        return entries.map { Finding(table: .journal, id: $0) } + deliveries.map { Finding(table: .outbox, id: $0) }
    }

    private func waitingEntries() throws -> [Int64] {
        try database.values(
            """
            SELECT sequence FROM journal
            WHERE sequence > ? AND NOT EXISTS (SELECT 1 FROM turn WHERE turn.sequence = journal.sequence)
                AND NOT (\(ChecksummedTable.journal.isIntact(in: database.dialect))) ORDER BY sequence
            """, [try CheckpointTable.value(of: .turnsThrough, in: database)])
    }

    private func openDeliveries() throws -> [Int64] {
        try database.values(
            """
            SELECT id FROM outbox
            WHERE id > ? AND status < 2 AND NOT (\(ChecksummedTable.outbox.isIntact(in: database.dialect))) ORDER BY id
            """, [try CheckpointTable.value(of: .settledThrough, in: database)])
    }

    private func setAside(entry sequence: Int64) throws {
        let reason = "its row in the journal is damaged"
        let turn = Turn(sequence: sequence, trace: Trace([Trace.Step(Self.author, "damaged", reason)]))
        _ = try TurnTable.insert([turn], at: now, into: database)
        try database.execute("DELETE FROM waiting_entry WHERE sequence = ?", [sequence])
        try DeadLetterTable.insert(sequence, Self.author, because: reason, tries: 0, at: now, into: database)
    }

    private func setAside(delivery id: Int64) throws {
        try database.execute(
            """
            UPDATE outbox SET status = ?, settled_at = ?, reason = \(EncryptedColumn.deliveryReason.sealed("?")) WHERE id = ?
            """, [Delivery.Status.damaged.rawValue, now.milliseconds, "its row in the outbox was damaged", id])
    }
}
