import AsyncSupport
import BotTesting
import ChatModel
import Foundation
import GRDB
import MezonProtocol
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(15)))
struct ArchiveTests {
    @Test func `a rebuilt archive equals the followed one`() async throws {
        let testStore = try await TestStore()
        let archive = try await archive(of: testStore)
        let following = Task { await archive.run() }
        for round in 0..<20 {
            let id = MessageID(Int64(round + 1))
            try await testStore.store.journal.append([
                .make(.make(text: "said \(round)", id: id)),
                .make(.make(text: "edited \(round)", by: .binh, id: id, code: .update)),
                .make(.make(text: "pinned", code: MessageCode(rawValue: 7))),
                NewEntry(event: .unknown(field: 99), frame: [0x9A, 0x06, 0], receivedAt: testStore.time.now),
                removal(of: id),
            ])
        }
        try testStore.store.journal.archiveSignal.finish()
        await following.value
        try archive.close()
        let path = try testStore.dataFolder.archive
        let followed = try rows(of: path)
        #expect(followed.count == 60)
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
        let rebuilt = try await self.archive(of: testStore)
        try await rebuilt.catchUp()
        try rebuilt.close()
        #expect(try rows(of: path) == followed)
    }

    @Test func `catching up twice changes nothing`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append((0..<2500).map { .make(.make(text: "\($0)")) })
        let archive = try await archive(of: testStore)
        try await archive.catchUp()
        try await archive.catchUp()
        try archive.close()
        let rows = try rows(of: testStore.dataFolder.archive)
        #expect(rows.count == 2500)
        #expect(rows.last?.joined().contains("2499") == true)
    }

    @Test func `an archive that cannot be written is degraded and resumes by itself`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append((0..<200).map { .make(.make(text: String(repeating: "\($0) ", count: 100))) })
        let archive = try await archive(of: testStore)
        try await archive.database.writeWithoutTransaction { database in
            let used = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(used + 1)")
        }
        let following = Task { await archive.run() }
        await testStore.time.waitForSleepers()
        #expect(archive.isDegraded)
        try await archive.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
        testStore.time.advance(by: .seconds(1))
        try testStore.store.journal.archiveSignal.finish()
        await following.value
        #expect(!archive.isDegraded)
        try archive.close()
        #expect(try rows(of: testStore.dataFolder.archive).count == 200)
    }

    @Test func `an error other than a database error does not stop the archive`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make(text: "said"))])
        let archive = try await archive(of: testStore)
        try testStore.store.close()
        let following = Task { await archive.run() }
        await testStore.time.waitForSleepers()
        #expect(archive.isDegraded)
        following.cancel()
        await following.value
        try archive.close()
    }

    private func archive(of testStore: TestStore) async throws -> Archive {
        try Archive(
            folder: testStore.dataFolder, store: testStore.store, time: testStore.time, logger: testStore.logger, pause: .zero
        ) { entry in
            guard case .envelope(let envelope)? = try? Frame(entry.frame),
                case .event(let event) = DecodedPush(envelope, receivedAt: entry.receivedAt)
            else { return nil }
            return event
        }
    }

    private func removal(of id: MessageID) -> NewEntry {
        var envelope = RtEnvelope()
        envelope.channelMessage = ApiChannelMessage(.make(id: id, code: .remove))
        let event = Event.delete(Removal(message: id, clan: .test, channel: .general, at: .distantPast))
        return NewEntry(event: event, frame: envelope.wireBytes, receivedAt: .distantPast)
    }

    private func rows(of path: String) throws -> [[String]] {
        let queue = try DatabaseOpener.openArchive(path)
        defer { _ = try? queue.close() }
        return try queue.read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM message_version ORDER BY sequence").map { row in
                row.map { "\($0.0)=\($0.1)" }
            }
        }
    }
}
