import BotTesting
import ChatModel
import GRDB
import Logging
import Synchronization
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(1)))
struct RepeatingReaderTests {
    /// A reader of an empty database, whose next reads fail.
    private final class FailingReader: SQLReader {
        let errors: Mutex<[ResultCode]>
        private let reader: SQLiteReader

        init(_ errors: [ResultCode]) throws {
            self.errors = Mutex(errors)
            reader = SQLiteReader(try DatabaseQueue())
        }

        private func failNext() throws {
            let code = errors.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let code { throw DatabaseError(resultCode: code) }
        }

        func read<T: Sendable>(_ query: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
            try failNext()
            return try await reader.read(query)
        }

        func readNow<T>(_ query: (any SQLSession) throws -> T) throws -> T {
            try failNext()
            return try reader.readNow(query)
        }
    }

    private let time = ManualTime()
    private let failures = ReadFailures(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })

    private func reader(failingWith errors: ResultCode...) throws -> RepeatingReader {
        RepeatingReader(try FailingReader(errors), time: time, failures: failures)
    }

    @Test func `a read is repeated until the disk answers, and the problem is told until then`() async throws {
        let reader = try reader(failingWith: .SQLITE_IOERR, .SQLITE_FULL)
        async let value = reader.read { _ in 7 }
        await time.waitForSleepers()
        let problem = try #require(failures.problem)
        #expect(problem.contains("the disk reports an input or output error"))
        time.advance(by: .seconds(1))
        await time.waitForSleepers()
        #expect(failures.problem?.contains("the disk is full") == true)
        time.advance(by: .seconds(1))
        #expect(try await value == 7)
        #expect(failures.problem == nil)
    }

    @Test func `an error that lasts is thrown at once`() async throws {
        let reader = try reader(failingWith: .SQLITE_CORRUPT, .SQLITE_CORRUPT)
        await #expect(throws: DatabaseError.self) { try await reader.read { _ in 7 } }
        #expect(throws: DatabaseError.self) { try reader.readNow { _ in 7 } }
        #expect(failures.problem == nil)
    }

    @Test func `a read that waits for the disk ends when it is cancelled`() async throws {
        let reader = try reader(failingWith: .SQLITE_IOERR)
        let reading = Task { try await reader.read { _ in 7 } }
        await time.waitForSleepers()
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }

    @Test func `a decision reads again as well`() throws {
        #expect(try reader(failingWith: .SQLITE_IOERR).readNow { _ in 7 } == 7)
        #expect(failures.problem == nil)
    }

    @Test(arguments: [
        ("Page 33: unable to get the page. error code=266", true), ("Page 2: unable to get the page. error code=10", true),
        ("Page 2: unable to get the page. error code=11", false), ("row 3 missing from index outbox_by_status", false),
    ])
    func `a page that cannot be read is not taken for damage`(finding: String, isOfReading: Bool) {
        #expect(DatabaseVerification.isOfReading(finding) == isOfReading)
    }
}
