import ChatModel
import Foundation
import GRDB
import MezonBotApp
import Storage

/// The deliveries and the received questions in a database, as far as they are not what they should be after every question was answered.
struct DeliveryStates {
    /// Deliveries that are not sent.
    private(set) var unsent = 0
    /// Questions of which the journal has more than one entry.
    private(set) var repeated = 0
    /// Questions that the journal has after a later one of their channel.
    private(set) var outOfOrder = 0
    /// Findings of the database's verification.
    private(set) var damage: [String] = []

    init(in folder: String) async throws {
        let path = DataDirectory.database(in: folder)
        let findings = try await DatabaseVerification(of: path).findings()
        damage = findings.structure + findings.rows
        let queue = try DatabaseQueue(path: path)
        (unsent, repeated, outOfOrder) = try await queue.read { database in
            let unsent = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM outbox WHERE status <> ?", arguments: [Delivery.Status.sent.rawValue])
            let rows = try Row.fetchAll(
                database, sql: "SELECT channel, message FROM journal WHERE kind = 'message' AND is_own = 0 ORDER BY sequence")
            let messages = Dictionary(grouping: rows.map { ($0[0] as Int64, $0[1] as Int64) }, by: \.0)
                .mapValues { $0.map(\.1) }
            let repeated = messages.values.reduce(0) { $0 + $1.count - Set($1).count }
            let inverted = messages.values.reduce(0) { $0 + zip($1, $1.dropFirst()).count { $0 > $1 } }
            return (unsent ?? 0, repeated, inverted)
        }
        try queue.close()
    }

    var isGood: Bool { unsent == 0 && repeated == 0 && outOfOrder == 0 && damage.isEmpty }
}
