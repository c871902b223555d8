import BotTesting
import Logging
import Synchronization
import Testing

@testable import Storage

/// Commits of which the answer was lost.
@Suite(.timeLimit(.minutes(5)))
struct OpenCommitTests {
    /// A database that keeps texts, whose answers to commits can be lost.
    private final class Server: SQLWriter {
        struct State {
            var texts: [String] = []
            var pending: [String] = []
            /// The outcomes of the next commits, whose answers are lost: true for a durable transaction.
            var losses: [Bool] = []
            var last = false
            /// The number of times at which the outcome cannot be told yet.
            var silence = 0
        }

        let state = Mutex(State())

        func withSession(_ body: (any SQLWriterSession) -> Void) { body(Session(server: self)) }
        func maintain(_ session: any SQLWriterSession) {}
    }

    private struct Lost: SQLError {
        var isTemporary: Bool { true }
        var leavesCommitOpen: Bool
    }

    private final class Session: SQLWriterSession {
        let dialect = SQLDialect.postgreSQL
        let server: Server
        init(server: Server) { self.server = server }

        func begin() { server.state.withLock { $0.pending = [] } }

        func commit() throws {
            let lost = server.state.withLock { state -> Bool? in
                guard !state.losses.isEmpty else {
                    state.texts += state.pending
                    return nil
                }
                state.last = state.losses.removeFirst()
                if state.last { state.texts += state.pending }
                return true
            }
            if lost != nil { throw Lost(leavesCommitOpen: true) }
        }

        func didCommit() throws -> Bool {
            try server.state.withLock { state in
                if state.silence > 0 {
                    state.silence -= 1
                    throw Lost(leavesCommitOpen: false)
                }
                return state.last
            }
        }

        func rollBack() {}
        func execute(_ sql: String, _ arguments: SQLArguments) { server.state.withLock { $0.pending.append(sql) } }
        func changeCount(of sql: String, _ arguments: SQLArguments) -> Int { 0 }
        func run(_ sql: String, _ bind: (inout ArgumentBinder) -> Void) {}
        func run(_ statement: SQLRowStatement, rows: Int, _ bind: (Int, inout ArgumentBinder) -> Void) {}
        func insert(
            _ insertion: SQLInsertion, rows: Int, _ bind: (Int, inout ArgumentBinder) -> Void, ended: (Int, Int64?) -> Void
        ) {}
        func forEachRow(_ sql: String, _ arguments: SQLArguments, isCached: Bool, _ body: (SQLRow) throws -> Bool) {}
        func hasTable(_ name: String) -> Bool { false }
        func noteChange(of table: String) {}
    }

    private final class CommitCounter: CommitParticipant {
        let durable = Mutex(0)
        func transactionDidBegin() {}
        func transactionWillCommit(_ transaction: Transaction) {}
        func transactionDidCommit() { durable.withLock { $0 += 1 } }
        func writeDidFail(_ decisions: WriteDecisions) {}
    }

    private let server = Server()
    private let counter = CommitCounter()
    private let time = ManualTime()
    private let commits: GroupCommit

    init() {
        commits = GroupCommit(
            database: server, time: time, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            participant: counter)
    }

    @Test(arguments: [true, false], [0, 2])
    func `a write whose answer was lost is made once, whether or not it had taken effect`(isDurable: Bool, silence: Int)
        async throws
    {
        server.state.withLock { ($0.losses, $0.silence) = ([isDurable], silence) }
        async let written: Void = commits.commit { try $0.database.execute("a") }
        for _ in 0...silence {
            await time.waitForSleepers()
            #expect(commits.isDegraded)
            time.advance(by: .seconds(5))
        }
        try await written
        try await commits.commit { try $0.database.execute("b") }
        #expect(server.state.withLock { $0.texts } == ["a", "b"])
        #expect(counter.durable.withLock { $0 } == 2 && !commits.isDegraded)
    }

    @Test func `a cancelled caller is released, and its write is not taken back`() async throws {
        server.state.withLock { ($0.losses, $0.silence) = ([true], 1) }
        let caller = Task { try await commits.commit { try $0.database.execute("a") } }
        await time.waitForSleepers()
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        time.advance(by: .seconds(5))
        await time.waitForSleepers()
        time.advance(by: .seconds(5))
        try await commits.commit { try $0.database.execute("b") }
        #expect(server.state.withLock { $0.texts } == ["a", "b"])
    }
}
