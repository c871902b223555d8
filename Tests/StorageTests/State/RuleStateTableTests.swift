import BotTesting
import Foundation
import GRDB
import Testing

@testable import Storage

struct RuleStateTableTests {
    private static func queue(_ cipher: ValueCipher? = nil) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.inDatabase { try $0.add(cipher) }
        return queue
    }

    @Test func `rule state is found without a scan`() throws {
        let queue = try Self.queue()
        try DatabaseSchema.bot.migrate(queue)
        let plan = try queue.read { database in
            try queryPlan(in: database) { database in
                _ = try RuleStateTable.values(ofKind: "counter", named: "a", about: "u5", in: database)
                _ = try RuleStateTable.state(ofKind: "quota", in: database)
                _ = try RuleStateTable.state(ofKind: "quota", named: "a", subjectPrefix: "day ", in: database)
                _ = try RuleStateTable.deleteExpired(through: .distantPast, limit: 10, in: database)
            }
        }
        // The deletion begins with the newest checkpoint.
        let own = plan.filter { !$0.contains("state_checkpoint") }
        #expect(own.count == 4 && own.allSatisfy { $0.hasPrefix("SEARCH rule_state USING ") }, "\(plan)")
        #expect(own.last?.contains("INDEX rule_state_by_expiry") == true, "\(plan)")
    }

    @Test(arguments: [nil, ValueCipher(.make())])
    func `stored values get the expiry that follows from their end`(cipher: ValueCipher?) throws {
        let queue = try Self.queue(cipher)
        try DatabaseSchema.bot.migrate(queue, upTo: "waiting entries, unsent deliveries")
        let values: [(kind: String, value: String, hours: Int64?)] = [
            ("cooldown", #"{"at":0,"count":0,"seen":[],"text":"","until":7200}"#, 27),
            ("quota", #"{"at":0,"count":3,"seen":[],"text":"","until":7200.5}"#, 27),
            ("counter", #"{"at":0,"count":3,"seen":[],"text":""}"#, nil),
            ("question", #"{"at":0,"count":0,"seen":[],"text":"","until":7200}"#, nil),
            ("ban", #"{"at":0,"count":0,"seen":[],"text":"","until":1e300}"#, nil), ("level", "no JSON", nil),
        ]
        try queue.write { database in
            for row in values {
                try database.execute(
                    sql: """
                        INSERT INTO rule_state (shadow_rule, kind, name, subject, value)
                        VALUES (?1, ?2, ?3, ?4, \(EncryptedColumn.ruleState.sealed("?5", keys: ["?1", "?2", "?3", "?4"])))
                        """, arguments: ["r", row.kind, "a", "u5", row.value])
            }
        }
        try DatabaseSchema.bot.migrate(queue)
        let rows = try queue.read { try RuleStateTable.all(in: SQLiteSession($0)) }
        #expect(rows.count == values.count)
        for row in values {
            let found = rows.filter { $0.key == RuleStateRow.Key(shadowRule: "r", kind: row.kind, name: "a", subject: "u5") }
            #expect(found.map(\.value) == [row.value])
            #expect(found.map(\.expiresAt) == [row.hours.map { Date(milliseconds: $0 * 3_600_000) }], "\(row.kind)")
        }
    }
}
