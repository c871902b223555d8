import BotTesting
import ChatModel
import GRDB
import Synchronization
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(5)))
struct JournalQueueTests {
    private let testStore: TestStore
    private let journal: Journal

    init() async throws {
        testStore = try await TestStore()
        journal = try testStore.store.journal
    }

    @Test func `nothing is appended after an append that failed`() async throws {
        try await testStore.store.database.commit { transaction in
            try transaction.database.execute(
                """
                CREATE TRIGGER refusal BEFORE INSERT ON journal WHEN NEW.message = 5
                BEGIN SELECT RAISE(ABORT, 'refused'); END
                """)
        }
        let failure = Mutex<(any Error)?>(nil)
        let (ends, end) = AsyncStream<Bool>.makeStream()
        for id in [4, 5, 6] as [MessageID] {
            journal.queue([.make(.make(in: .general, id: id))]) {
                if let failure = failure.withLock({ $0 }) { throw failure }
            } ended: { error in
                if let error { failure.withLock { $0 = error } }
                end.yield(error == nil)
            }
        }
        var results = ends.makeAsyncIterator()
        var outcomes: [Bool?] = []
        for _ in 0..<3 { outcomes.append(await results.next()) }
        #expect(outcomes == [true, false, false])
        #expect(try await journal.entries(after: 0, limit: 10).map(\.message) == [4])
    }

    @Test func `a burst is appended in order and reported once`() async throws {
        let count = GroupCommit.maxEntries + 10
        let (ends, end) = AsyncStream<Bool>.makeStream()
        journal.queue((1...count).map { .make(.make(in: .general, id: MessageID(Int64($0)))) }) {
        } ended: { error in
            end.yield(error == nil)
            end.finish()
        }
        #expect(await ends.reduce(into: []) { $0.append($1) } == [true])
        let entries = try await journal.entries(after: 0, limit: 2 * count)
        #expect(entries.map(\.message) == (1...count).map { MessageID(Int64($0)) })
    }
}
