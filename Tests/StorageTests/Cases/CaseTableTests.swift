import BotTesting
import ChatModel
import Foundation
import Storage
import Synchronization
import Testing

/// The reported boundaries, in order.
private final class CaseTableFixture: Sendable {
    private let list = Mutex<[Int64]>([])
    var all: [Int64] { list.withLock { $0 } }
    func tell(_ sequence: Int64) { list.withLock { $0.append(sequence) } }
}

struct CaseTableTests {
    private static func testStore(with drafts: [CaseDraft]) async throws -> TestStore {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make()), .make(.make())])
        var turn = Turn(sequence: 1, trace: Trace())
        turn.cases = drafts.map { NewCase(author: "rule:test", draft: $0) }
        try await testStore.store.turns.commit([turn])
        return testStore
    }

    private static func draft(_ kind: String = "mute", user: UserID = 5, until: Date? = nil) -> CaseDraft {
        CaseDraft(kind: kind, user: user, clan: 1, channel: 2, message: 3, until: until)
    }

    private static func ids(_ testStore: TestStore, _ change: (inout CaseFilter) -> Void = { _ in }) async throws -> [Int64] {
        var filter = CaseFilter()
        change(&filter)
        return try await testStore.store.reader.cases(filter).map(\.id)
    }

    @Test func `cases are filtered and returned oldest first`() async throws {
        let now = Date(timeIntervalSince1970: 1_767_225_600)
        let testStore = try await Self.testStore(with: [
            Self.draft(user: 5, until: now + 60), Self.draft(user: 6), Self.draft(user: 5),
        ])
        #expect(try await Self.ids(testStore) == [1, 2, 3])
        #expect(try await Self.ids(testStore) { $0.user = 5 } == [1, 3])
        #expect(try await Self.ids(testStore) { $0.author = "rule:other" } == [])
        #expect(try await Self.ids(testStore) { $0.expiredBy = now + 60 } == [1])
        #expect(try await Self.ids(testStore) { $0.limit = 1 } == [3])
        #expect(try await Self.ids(testStore) { $0.since = testStore.time.now + 1 } == [])
        #expect(try await testStore.store.reader.nextCaseEnd() == now + 60)
        #expect(try await testStore.store.reader.nextCaseEnd(after: now + 60) == nil)
    }

    @Test func `a case ends once`() async throws {
        let testStore = try await Self.testStore(with: [Self.draft()])
        var turn = Turn(sequence: 2, trace: Trace())
        turn.caseChanges = ["system:undo": [CaseChange(1, .undone(by: "an")), CaseChange(1, .ended)]]
        try await testStore.store.turns.commit([turn])
        let record = try await testStore.store.reader.cases(CaseFilter()).first
        #expect(record?.status == .undone(testStore.time.now, by: "an"))
        #expect(try await Self.ids(testStore) { $0.isOpen = true } == [])
    }

    @Test func `a case is in force while it has an end or an inverse`() async throws {
        var ban = Self.draft("ban")
        ban.inverses = [.unban(5, of: 1)]
        let mute = Self.draft("mute", until: Date(timeIntervalSince1970: 1_767_225_600))
        let testStore = try await Self.testStore(with: [Self.draft("delete"), Self.draft("warn"), ban, mute])
        #expect(try await Self.ids(testStore) { $0.isInForce = true } == [3, 4])
        #expect(try await testStore.store.reader.caseCountInForce() == 2)
        var turn = Turn(sequence: 2, trace: Trace())
        turn.caseChanges = ["system:undo": [CaseChange(3, .undone(by: "an")), CaseChange(4, .ended)]]
        try await testStore.store.turns.commit([turn])
        #expect(try await Self.ids(testStore) { $0.isInForce = true } == [])
        #expect(try await testStore.store.reader.caseCountInForce() == 0)
    }

    @Test func `an ended case can be refunded once and keeps its strike`() async throws {
        var draft = Self.draft()
        let date = Date(timeIntervalSince1970: 1_767_225_600.25)
        draft.strike = Strike(entry: 1, counter: "strikes", subject: "u5", by: 1, count: 3, at: date)
        let testStore = try await Self.testStore(with: [draft])
        try await testStore.store.journal.append([.make(.make())])
        for (sequence, change) in [(2, CaseChange.Kind.ended), (3, .pardoned(by: "an"))] {
            var turn = Turn(sequence: Int64(sequence), trace: Trace())
            turn.caseChanges = ["system:undo": [CaseChange(1, change)]]
            try await testStore.store.turns.commit([turn])
        }
        let record = try #require(try await testStore.store.reader.cases(CaseFilter()).first)
        #expect(record.status == .undone(testStore.time.now, by: "an"))
        draft.incident = 1
        #expect(record.draft == draft)
    }

    @Test func `a second turn of an entry changes no case`() async throws {
        let testStore = try await Self.testStore(with: [Self.draft()])
        var turn = Turn(sequence: 1, trace: Trace())
        turn.caseChanges = ["system:sanction-expiry": [CaseChange(1, .ended)]]
        try await testStore.store.turns.commit([turn])
        #expect(try await Self.ids(testStore) { $0.isOpen = true } == [1])
    }

    @Test(arguments: [CaseChange.Kind.ended, .undone(by: "binh"), .upheld])
    func `a change to an ended case is dropped, and its trace says so`(kind: CaseChange.Kind) async throws {
        let testStore = try await Self.testStore(with: [Self.draft(), Self.draft()])
        func turn(_ sequence: Int64, _ cases: [Int64], _ kind: CaseChange.Kind) -> Turn {
            let delivery = NewDelivery(author: "system:undo", ordinal: 0, destination: .general, payload: [])
            let other = NewDelivery(author: "rule:other", ordinal: 0, destination: .general, payload: [])
            var turn = Turn(sequence: sequence, trace: Trace([.init("system:undo", "unmute")]), deliveries: [delivery, other])
            turn.caseChanges = ["system:undo": cases.map { CaseChange($0, kind) }]
            return turn
        }
        try await testStore.store.journal.append([.make(.make()), .make(.make())])
        // Two turns of one commit, as when a worker has decided several entries.
        try await testStore.store.turns.commit([turn(2, [1], .undone(by: "an")), turn(3, [1], kind), turn(4, [1, 2], kind)])
        let lines = try await testStore.store.reader.lines(after: 1, limit: 10)
        #expect(
            lines.map { $0.deliveries.map(\.author) } == [
                ["system:undo", "rule:other"], ["rule:other"], ["system:undo", "rule:other"],
            ])
        #expect(lines[1].trace == Trace([.init("system:undo", "nothing", "it had already ended")]))
    }

    @Test func `an expiry is journaled once, even when repeated`() async throws {
        let testStore = try await Self.testStore(with: [Self.draft()])
        func expired(_ seconds: Double) -> NewEntry {
            NewEntry(system: .expired(caseID: 1, clan: 1, channel: 2, at: Date(timeIntervalSince1970: seconds)))
        }
        #expect(try await testStore.store.journal.append([expired(1), expired(2)]) == 1)
        #expect(try await testStore.restart().journal.append([expired(3)]) == 0)
    }

    @Test func `a reader that sees an entry past a revision boundary finds the change announced`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        let boundaries = CaseTableFixture()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for count in 0..<100 {
                        try await store.journal.append([.make(.make(text: "\(writer) \(count)"))])
                        let changes = try await store.journal.entries(after: 0, limit: 1000).filter {
                            $0.kind == "system-rules-changed"
                        }
                        let told = boundaries.all
                        #expect(changes.map(\.sequence).allSatisfy(told.contains))
                    }
                }
            }
            group.addTask {
                for change in 0..<50 {
                    let boundary = try await store.revisions.change(
                        to: "v\(change)", files: "{}", jobs: [],
                        by: .rulesChanged(version: "v\(change)", at: testStore.time.now)
                    ) { boundaries.tell($0) }
                    #expect(boundaries.all.last == boundary)
                }
            }
            try await group.waitForAll()
        }
        #expect(boundaries.all.count == 50)
    }
}
