import BotTesting
import ChatModel
import Foundation
import GRDB
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(15)), .enabled(if: ProcessInfo.processInfo.environment["TEST_DATABASE_URL"] == nil))
struct DamagedStoreTests {
    private let testStore: TestStore
    private let file: String
    private static let count = 400

    init() async throws {
        testStore = try await TestStore()
        file = DataDirectory.database(in: testStore.path)
        try await testStore.store.journal.append(
            (1...Self.count).map { .make(.make(text: "said \($0)", id: MessageID(Int64($0)))) })
        // The last ten entries wait for their turns.
        try await testStore.store.turns.commit(
            (1...Int64(Self.count - 10)).map { sequence in
                var turn = Turn(sequence: sequence, trace: Trace([.init("rule:a", "reply")]))
                let payload = [UInt8](repeating: 7, count: 40)
                turn.deliveries = [NewDelivery(author: "rule:a", ordinal: 0, destination: .general, payload: payload)]
                return turn
            })
        try testStore.close()
    }

    private func bytes() throws -> Data { try Data(contentsOf: URL(filePath: file)) }

    private func damage(_ change: (inout Data) throws -> Void) throws -> Data {
        var bytes = try bytes()
        try change(&bytes)
        try bytes.write(to: URL(filePath: file))
        return bytes
    }

    /// Overwrites the page with a leaf of a table, found by a text in it.
    private func zeroPage(with text: String, in bytes: inout Data) throws {
        let place = try #require(bytes.range(of: Data(text.utf8)))
        let start = place.lowerBound / 4096 * 4096
        bytes.replaceSubrange(start..<start + 4096, with: Data(count: 4096))
    }

    private func report() throws -> SalvageReport {
        let names = try FileManager.default.contentsOfDirectory(atPath: testStore.path)
        let name = try #require(names.first { $0.hasPrefix("bot.sqlite.damaged-") && $0.hasSuffix(".json") })
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(SalvageReport.self, from: Data(contentsOf: URL(filePath: testStore.path + "/" + name)))
    }

    @Test func `a damaged page of the journal costs its rows, which the report names`() async throws {
        let damaged = try damage { try zeroPage(with: "said 200", in: &$0) }
        let store = try testStore.restart()
        let report = try report()
        let journal = try #require(report.table("journal"))
        #expect(journal.gaps.count == 1)
        let gap = try #require(journal.gaps.first)
        let (after, before) = (try #require(gap.after), try #require(gap.before))
        #expect(after < 200 && 200 < before && before - after < 80)
        #expect(journal.saved == Self.count - Int(before - after - 1))
        #expect(try Data(contentsOf: URL(filePath: report.damaged)) == damaged)
        #expect(try await store.journal.entry(after)?.sequence == after)
        #expect(try await DatabaseVerification(of: file).findings().isEmpty)
    }

    @Test func `no entry is handled whose turn may be gone, and new ones have greater numbers`() async throws {
        _ = try damage { try zeroPage(with: "said 200", in: &$0) }
        let store = try testStore.restart()
        #expect(try report().unhandled == 10)
        let through = try await store.turns.turnsThrough()
        #expect(through > Self.count)
        #expect(try await store.journal.entriesWithoutTurn(after: through, limit: 100).isEmpty)
        try await store.journal.append([.make(.make(id: 5000))])
        #expect(try await store.journal.entriesWithoutTurn(after: through, limit: 100).count == 1)
    }

    @Test func `messages from before the last write are not read again from histories`() async throws {
        _ = try damage { try zeroPage(with: "said 200", in: &$0) }
        let written = Date()
        let store = try testStore.restart()
        let last = try #require(await store.directory.lastMessages()[.general])
        #expect(abs(Snowflake.date(of: last).timeIntervalSince(written)) < 60)
    }

    @Test(arguments: ["header", "end"])
    func `a file with a damaged header or end is opened as far as it can be read`(part: String) async throws {
        _ = try damage { bytes in
            switch part {
            case "header": bytes.replaceSubrange(0..<24, with: Data(repeating: 0xFF, count: 24))
            default: bytes.removeLast(4096)
            }
        }
        try testStore.restart()
        #expect(try report().tables.reduce(0) { $0 + $1.saved } > 50)
    }

    @Test(arguments: ["everything", "first page"])
    func `a file of which nothing can be read is left as it is`(part: String) throws {
        let damaged = try damage { bytes in
            let count = part == "everything" ? bytes.count : 4096
            bytes.replaceSubrange(0..<count, with: Data(repeating: 0x41, count: count))
        }
        let error = #expect(throws: StorageError.self) { try testStore.restart() }
        guard case .damaged(file, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try bytes() == damaged)
    }

    @Test func `damage found in use is repaired at the next start, once`() async throws {
        try DamagedStore.makeNote(in: try DataDirectory(testStore.path))
        try testStore.restart()
        #expect(try report().tables.allSatisfy(\.isComplete))
        try testStore.restart()
        let names = try FileManager.default.contentsOfDirectory(atPath: testStore.path)
        #expect(names.count { $0.hasPrefix("bot.sqlite.damaged-") && $0.hasSuffix(".json") } == 1)
    }

    @Test func `a complete store keeps what waits`() async throws {
        try DamagedStore.makeNote(in: try DataDirectory(testStore.path))
        let store = try testStore.restart()
        #expect(try report().unhandled == 0)
        #expect(try await store.journal.entriesWithoutTurn(after: 0, limit: 100).count == 10)
        #expect(try await store.outbox.openDeliveries(after: 0, limit: 1000).count == Self.count - 10)
    }

    @Test func `an interrupted replacement is completed`() async throws {
        let complete = file + ".salvage-complete"
        try FileManager.default.copyItem(atPath: file, toPath: complete)
        _ = try damage { try zeroPage(with: "said 200", in: &$0) }
        let store = try testStore.restart()
        #expect(try await store.journal.entry(200) != nil)
        #expect(!FileManager.default.fileExists(atPath: complete))
    }

    @Test func `a damaged checkpoint is never taken for the state`() async throws {
        try await testStore.restart().turns.setTurnsThrough(380)
        try testStore.close()
        _ = try damage { bytes in
            let place = try #require(bytes.range(of: Data("turns_through".utf8)))
            bytes[place.upperBound] ^= 1
        }
        let store = try testStore.restart()
        #expect(try report().table("checkpoint")?.unusable == 1)
        #expect(try await store.turns.turnsThrough() > Self.count)
    }

    @Test func `random damage never traps, and no row is silently wrong`() async throws {
        let sound = try bytes()
        let expected = try rows()
        var random = SplitMix64(seed: 7)
        for _ in 0..<40 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            }
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
            try bytes.write(to: URL(filePath: file))
            testStore.time.advance(by: .seconds(1))
            do {
                try testStore.restart()
            } catch is StorageError { continue }
            let store = try testStore.store
            for entry in try await store.reader.entries(after: 0, limit: 1000) where entry.sequence <= Self.count {
                #expect(expected[entry.sequence] == entry.frame)
            }
            try testStore.close()
        }
    }

    private func rows() throws -> [Int64: [UInt8]] {
        try DatabaseQueue(path: file).read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT sequence, frame FROM journal")
            return Dictionary(rows.map { ($0[0], Array($0[1] as Data)) }, uniquingKeysWith: { $1 })
        }
    }
}
