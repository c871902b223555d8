import BotTesting
import ChatModel
import Foundation
import Testing

@testable import MezonBotApp
@testable import Storage

struct StatusReportTests {
    private func report(deadLetters: Int?) -> StatusReport {
        let now = Date(timeIntervalSince1970: 1_000)
        return StatusReport(
            pid: 1, startedAt: now, now: now, connection: "connected", isConnected: true, isStarting: false, heartbeats: nil,
            rules: .init(version: "abc", enforced: 0, shadow: 0, disabled: 0),
            store: .init(entries: 1, waiting: 0, deliveries: [:], openCases: 0, gaps: 0, deadLetters: deadLetters), degraded: [],
            suspendedBots: [:], connectors: nil, missingConnectors: nil)
    }

    @Test(
        arguments: [
            (nil, nil), (0, nil), (1, "bots    1 dead letter; `mezon-bot dead-letters list` shows why"),
            (2, "bots    2 dead letters; `mezon-bot dead-letters list` shows why"),
        ] as [(Int?, String?)])
    func `the status names open dead letters and the command that lists them`(count: Int?, line: String?) {
        let text = report(deadLetters: count).human()
        if let line { #expect(text.split(separator: "\n").contains(Substring(line))) } else { #expect(!text.contains("dead")) }
        #expect(report(deadLetters: count).isHealthy)
    }

    @Test func `a report of an older build has no number of dead letters`() throws {
        let encoded = try JSONEncoder().encode(report(deadLetters: nil))
        #expect(try JSONDecoder().decode(StatusReport.self, from: encoded).store?.deadLetters == nil)
    }

    @Test func `the store counts the dead letters that are open`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make(text: "a"))])
        for author in ["bot:a", "bot:b"] {
            try await testStore.store.database.commit {
                try DeadLetterTable.insert(1, author, because: "it threw", tries: 1, at: testStore.time.now, into: $0.database)
            }
        }
        #expect(try await StatusReport.Store(testStore.store).deadLetters == 2)
        try testStore.close()
    }
}
