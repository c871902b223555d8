import BotTesting
import ChatModel
import GRDB
import Testing

@testable import Storage

struct WaitingEntryTableTests {
    private func rows(in store: Store) async throws -> [Int64] {
        try await store.database.read { try $0.values("SELECT sequence FROM waiting_entry ORDER BY sequence") }
    }

    @Test func `an entry has a row until its turn, and the bot's own entries have none`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        try await store.journal.append([
            .make(.make(text: "a")), .make(.make(text: "ours", by: .me), isOwn: true), .make(.make(text: "b", in: .random)),
            .make(.make(text: "c")), .make(.make(text: "d")),
        ])
        try await store.turns.commit([Turn(sequence: 1, trace: Trace())])
        #expect(try await rows(in: store) == [3, 4, 5])
        let read = try await store.journal.entriesWithoutTurn(in: .general, after: 0, limit: 10)
        let all = try await store.journal.entriesWithoutTurn(after: 3, limit: 10)
        #expect(read.map(\.sequence) == [4, 5] && read == all)
        #expect(try await store.journal.entriesWithoutTurn(in: .general, after: 4, limit: 10).map(\.sequence) == [5])
        #expect(try await store.journal.entriesWithoutTurn(in: .general, after: 0, limit: 1).map(\.sequence) == [4])
        #expect(try await store.journal.waitingEntries().count == 3)
    }

    @Test func `the waiting entries of a channel are found by index`() throws {
        let queue = try DatabaseQueue()
        try queue.write { try $0.add(nil) }
        try DatabaseSchema.bot.migrate(queue)
        let plan = try queue.read { database in
            try queryPlan(in: database) { _ = try JournalTable.withoutTurn(in: .general, after: 5, limit: 10, in: $0) }
        }
        #expect(
            plan == [
                "SEARCH waiting_entry USING PRIMARY KEY (channel=? AND sequence>?)",
                "SEARCH journal USING INTEGER PRIMARY KEY (rowid=?)",
            ])
    }

    @Test func `an upgrade finds the entries that wait`() throws {
        let queue = try DatabaseQueue()
        try queue.write { try $0.add(nil) }
        try DatabaseSchema.bot.migrate(queue, upTo: NamesMigration.identifier)
        try queue.write { database in
            // Those of an imported journal count as done without a turn.
            try database.execute(
                sql: """
                    INSERT INTO journal (sequence, received_at, kind, clan, channel, message, is_late, is_own, frame) VALUES
                        (1, 0, 'imported', 1, 7, 1, 0, 0, x''), (2, 0, 'turned', 1, 7, 2, 0, 0, x''),
                        (3, 0, 'own', 1, 7, 3, 0, 1, x''), (4, 0, 'waiting', 1, 8, 4, 0, 0, x''),
                        (5, 0, 'waiting', 1, 7, 5, 0, 0, x'');
                    INSERT INTO turn (sequence, at, trace) VALUES (2, 0, '');
                    INSERT INTO checkpoint (name, value) VALUES ('turns_through', 1);
                    """)
        }
        try DatabaseSchema.bot.migrate(queue)
        let rows = try queue.read { try String.fetchAll($0, sql: "SELECT channel || ' ' || sequence FROM waiting_entry") }
        #expect(rows == ["7 5", "8 4"])
    }
}
