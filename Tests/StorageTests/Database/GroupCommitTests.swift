import BotTesting
import GRDB
import Logging
import Synchronization
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(15)))
struct GroupCommitTests {
    private struct TestError: Error, Equatable {}

    private let folder: TemporaryDirectory
    private let pool: DatabasePool
    private let time = ManualTime()
    private let commits: GroupCommit

    init() throws {
        folder = try TemporaryDirectory()
        pool = try DatabaseOpener.open(folder.path + "/bot.sqlite")
        try pool.write { try $0.execute(sql: "CREATE TABLE line (id INTEGER PRIMARY KEY, text TEXT NOT NULL)") }
        commits = GroupCommit(
            database: SQLiteWriter(pool, maxLogBytes: 32 << 20), time: time,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test func `writes are committed in the order of their requests`() async throws {
        let gate = Gate()
        let outcomes = try await queued(behind: gate, (0..<600).map { number in { try Self.write("\(number)", to: $0) } })
        #expect(outcomes.allSatisfy { $0 == nil })
        #expect(try await texts() == (0..<600).map(String.init))
    }

    @Test func `a lazy write is committed with the next one, or by a flush`() async throws {
        let durable = Mutex(0)
        let count = { @Sendable in durable.withLock { $0 += 1 } }
        commits.queue(isLazy: true) {
            try Self.write("lazy", to: $0)
        } then: {
            count()
        }
        #expect(try await texts() == [])
        _ = try await commits.commit { try Self.write("next", to: $0) }
        #expect(try await texts() == ["lazy", "next"])
        let (flushed, flush) = AsyncStream<Void>.makeStream()
        commits.queue(isLazy: true) {
            try Self.write("flushed", to: $0)
        } then: {
            count()
            flush.yield()
        }
        commits.flush()
        for await _ in flushed { break }
        #expect(durable.withLock { $0 } == 2)
        #expect(try await texts() == ["lazy", "next", "flushed"])
    }

    @Test func `a lazy write that is queued during a commit waits for another one`() async throws {
        let gate = Gate()
        let first = Task.immediate { try await commits.commit { _ in gate.wait() } }
        await gate.waitForArrival()
        commits.queue(isLazy: true) { try Self.write("lazy", to: $0) }
        gate.open()
        try await first.value
        await time.waitForSleepers()
        #expect(try await texts() == [])
        time.advance(by: .milliseconds(100))
        while try await texts().isEmpty { await Task.yield() }
        #expect(try await texts() == ["lazy"])
    }

    @Test func `a failing write fails alone, and the rest of its batch is committed in order`() async throws {
        let gate = Gate()
        let outcomes = try await queued(
            behind: gate,
            (0..<9).map { number in
                { transaction in
                    try Self.write("\(number)", to: transaction)
                    if number % 4 == 2 { throw TestError() }
                }
            })
        #expect(outcomes.map { $0 is TestError } == (0..<9).map { $0 % 4 == 2 })
        #expect(try await texts() == ["0", "1", "3", "4", "5", "7", "8"])
        #expect(!commits.isDegraded)
    }

    @Test func `one transaction appends a limited number of entries`() async throws {
        let participant = CommitCounter()
        let commits = GroupCommit(
            database: SQLiteWriter(pool, maxLogBytes: 32 << 20), time: time,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, participant: participant)
        let gate = Gate()
        let first = Task.immediate { try await commits.commit { _ in gate.wait() } }
        await gate.waitForArrival()
        let sizes = [GroupCommit.maxEntries, 1, GroupCommit.maxEntries - 1, 0, 2 * GroupCommit.maxEntries, 1]
        let (ended, end) = AsyncStream<Int>.makeStream()
        commits.queue(
            sizes.enumerated().map { index, size in
                GroupCommit.DecidingWrite(entries: size, prepare: { write, _ in write.decline() }) {
                    try Self.write("\(index)", to: $0)
                }
            }
        ) { index, error in
            end.yield(index)
            if index == sizes.count - 1 || error != nil { end.finish() }
        }
        gate.open()
        try await first.value
        #expect(await ended.reduce(into: []) { $0.append($1) } == Array(sizes.indices))
        #expect(try await texts() == sizes.indices.map(String.init))
        // That of the gate; a full one; two that fit, with one without entries; one that is too large by itself; the last.
        #expect(participant.count.withLock { $0 } == 5)
    }

    private final class CommitCounter: CommitParticipant {
        let count = Mutex(0)
        func transactionDidBegin() {}
        func transactionWillCommit(_ transaction: Transaction) throws {}
        func transactionDidCommit() { count.withLock { $0 += 1 } }
        func writeDidFail(_ decisions: WriteDecisions) {}
    }

    @Test func `the next writes are prepared while one is performed, in order and once`() async throws {
        let prepared = Mutex<[Int64]>([])
        let gate = Gate()
        let first = Task.immediate { try await commits.commit(atMost: 2) { _ in gate.wait() } }
        await gate.waitForArrival()
        let (ended, end) = AsyncStream<Int>.makeStream()
        commits.queue(
            (1...3).map { number in
                GroupCommit.DecidingWrite(
                    entries: 10,
                    prepare: { write, sequence in
                        prepared.withLock { $0.append(sequence) }
                        write.prepared(after: sequence, through: sequence + 10)
                    }, run: { try Self.write("\(number)", to: $0) })
            }
        ) { index, _ in
            end.yield(index)
            if index == 2 { end.finish() }
        }
        while prepared.withLock({ $0.count }) < 3 { await Task.yield() }
        #expect(try await texts() == [])
        gate.open()
        try await first.value
        #expect(await ended.reduce(into: []) { $0.append($1) } == [0, 1, 2])
        #expect(prepared.withLock { $0 } == [2, 12, 22])
        #expect(try await texts() == ["1", "2", "3"])
    }

    @Test func `a violated constraint fails only its caller`() async throws {
        await #expect(throws: DatabaseError.self) {
            try await commits.commit { try $0.database.execute("INSERT INTO line (text) VALUES (NULL)") }
        }
        #expect(try await commits.commit { try Self.write("next", to: $0) } == "next")
        #expect(!commits.isDegraded)
    }

    @Test func `a temporarily full disk loses, duplicates and reorders no write`() async throws {
        let refusals = Mutex(3)
        let gate = Gate()
        async let outcomes = queued(
            behind: gate,
            (0..<5).map { number in
                { transaction in
                    try Self.write("\(number)", to: transaction)
                    let isRefused =
                        number == 3
                        && refusals.withLock { left in
                            left -= 1
                            return left >= 0
                        }
                    if isRefused { throw DatabaseError(resultCode: .SQLITE_FULL) }
                }
            })
        for _ in 0..<3 {
            await time.waitForSleepers()
            #expect(commits.isDegraded)
            #expect(time.sleepers == 1)
            time.advance(by: .seconds(5))
        }
        #expect(try await outcomes.allSatisfy { $0 == nil })
        #expect(try await texts() == ["0", "1", "2", "3", "4"])
        #expect(!commits.isDegraded)
        #expect(time.sleepers == 0)
    }

    @Test func `a disk that fills during individual writes is waited for once`() async throws {
        let refusals = Mutex(2)
        let gate = Gate()
        async let outcomes = queued(
            behind: gate,
            (0..<5).map { number in
                { transaction in
                    try Self.write("\(number)", to: transaction)
                    if number == 4 { throw TestError() }  // Makes the batch fall back to individual writes.
                    let isRefused =
                        number == 2
                        && refusals.withLock { left in
                            left -= 1
                            return left == 0
                        }
                    if isRefused { throw DatabaseError(resultCode: .SQLITE_IOERR) }
                }
            })
        await time.waitForSleepers()
        #expect(time.sleepers == 1)
        #expect(commits.isDegraded)
        time.advance(by: .seconds(5))
        #expect(try await outcomes.map { $0 == nil } == [true, true, true, true, false])
        #expect(try await texts() == ["0", "1", "2", "3"])
        #expect(!commits.isDegraded)
    }

    @Test func `a write waits for a full disk and succeeds later`() async throws {
        let pages = try await pool.writeWithoutTransaction { database in
            let used = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(used + 2)")
            return used
        }
        let large = String(repeating: "x", count: 100_000)
        async let first = commits.commit { try Self.write(large, to: $0) }
        await time.waitForSleepers()
        #expect(commits.isDegraded)
        async let second = commits.commit { try Self.write("small", to: $0) }
        try await pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = \(pages + 1000)") }
        time.advance(by: .seconds(5))
        #expect(try await first == large)
        #expect(try await second == "small")
        #expect(try await texts() == [large, "small"])
        #expect(!commits.isDegraded)
    }

    @Test func `a cancelled write during a full disk throws and is not written later`() async throws {
        let isFull = Mutex(true)
        let waiter = Task {
            try await commits.commit { transaction in
                try Self.write("given up", to: transaction)
                if isFull.withLock({ $0 }) { throw DatabaseError(resultCode: .SQLITE_FULL) }
            }
        }
        await time.waitForSleepers()
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        isFull.withLock { $0 = false }
        time.advance(by: .seconds(5))
        #expect(try await commits.commit { try Self.write("after", to: $0) } == "after")
        #expect(try await texts() == ["after"])
    }

    /// Queues writes in order behind a blocked writer, so that they share a batch, and returns their errors.
    private func queued(
        behind gate: Gate, _ writes: [@Sendable (Transaction) throws -> Void]
    ) async throws -> [(any Error)?] {
        let commits = commits
        // Started on this thread as well, so that the others queue behind it.
        let first = Task.immediate { try await commits.commit { _ in gate.wait() } }
        // From here on no write joins its batch.
        await gate.waitForArrival()
        var waiters: [Task<(any Error)?, Never>] = []
        for write in writes {
            // Started on this thread, so that they are queued in this order.
            waiters.append(
                Task.immediate {
                    do {
                        try await commits.commit { transaction in _ = try write(transaction) }
                        return nil
                    } catch {
                        return error
                    }
                })
        }
        gate.open()
        try await first.value
        var errors: [(any Error)?] = []
        for waiter in waiters { errors.append(await waiter.value) }
        return errors
    }

    @discardableResult
    private static func write(_ text: String, to transaction: Transaction) throws -> String {
        try transaction.database.execute("INSERT INTO line (text) VALUES (?)", [text])
        return text
    }

    private func texts() async throws -> [String] {
        try await pool.read { try String.fetchAll($0, sql: "SELECT text FROM line ORDER BY id") }
    }
}

/// Blocks the database's writer thread until it is opened.
private final class Gate: Sendable {
    private let isOpen = Mutex(false)
    private let hasArrival = Mutex(false)

    func open() { isOpen.withLock { $0 = true } }
    func wait() {
        hasArrival.withLock { $0 = true }
        while !isOpen.withLock({ $0 }) {}
    }
    func waitForArrival() async { while !hasArrival.withLock({ $0 }) { await Task.yield() } }
}
