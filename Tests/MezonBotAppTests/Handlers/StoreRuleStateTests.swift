import BotTesting
import ChatModel
import Foundation
import RuleEngine
import Storage
import Testing

@testable import MezonBotApp

struct StoreRuleStateTests {
    private static func change(_ kind: String, expiresAt date: Date? = nil) -> RuleStateChange {
        RuleStateChange(RuleStateRow.Key(shadowRule: "", kind: kind, name: "", subject: ""), expiresAt: date)
    }

    @Test func `rule state is deleted through the time that the rules have stored`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        #expect(try await store.deleteExpiredRuleState() == 0)
        try await store.journal.append([.make(.make())])
        store.state.add(
            PendingDecision(
                sequence: 1, ticket: 1, version: "v",
                stateChange: PendingDecision.StateChange(
                    hasDeadline: false,
                    changes: [
                        Self.change(StoredStateEntry.expiryKind),
                        Self.change("cooldown", expiresAt: Date(timeIntervalSince1970: 7200)),
                        Self.change("quota", expiresAt: Date(timeIntervalSince1970: 7201)), Self.change("counter"),
                    ], value: { $0 == 0 ? #"{"at":7200,"count":0,"seen":[],"text":""}"# : "{}" }, json: { "{}" })))
        var turn = Turn(sequence: 1, trace: Trace())
        turn.ticket = 1
        try await store.turns.commit([turn])
        #expect(try await store.deleteExpiredRuleState() == 1)
        let left = try await testStore.store.reader.ruleState().map(\.key.kind)
        #expect(left.sorted() == ["counter", "expired_through", "quota"])
    }
}
