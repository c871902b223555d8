import BotTesting
import ChatModel
import Foundation
import GRDB
import MezonProtocol
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(15)))
struct DamagedArchiveTests {
    private let testStore: TestStore

    init() async throws {
        testStore = try await TestStore()
        try await testStore.store.journal.append((0..<300).map { .make(.make(text: "said \($0)", id: MessageID(Int64($0 + 1)))) })
        let archive = try archive()
        try await archive.catchUp()
        try archive.close()
    }

    private func archive() throws -> Archive {
        try Archive(
            folder: testStore.dataFolder, store: testStore.store, time: testStore.time, logger: testStore.logger
        ) { entry in
            guard case .envelope(let envelope)? = try? Frame(entry.frame),
                case .event(let event) = DecodedPush(envelope, receivedAt: entry.receivedAt)
            else { return nil }
            return event
        }
    }

    /// Opens the archive and reads the journal. Returns the number of its messages.
    private func rebuiltCount() async throws -> Int? {
        let archive = try archive()
        try await archive.catchUp()
        let count = try await archive.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM message_version") }
        try archive.close()
        return count
    }

    private func copies() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: testStore.path).filter { $0.hasPrefix("archive.sqlite.damaged-") }
    }

    @Test(arguments: [Data(repeating: 0x41, count: 8192), Data("SQLite format 3\0".utf8) + Data(repeating: 0xFF, count: 8192)])
    func `an archive that cannot be opened is kept and made anew`(bytes: Data) async throws {
        let path = try testStore.dataFolder.archive
        try bytes.write(to: URL(filePath: path))
        #expect(try await rebuiltCount() == 300)
        let copy = try #require(copies().first)
        #expect(try Data(contentsOf: URL(filePath: testStore.path + "/" + copy)) == bytes)
    }

    @Test func `an archive whose damage was found in use is replaced once, at the next start`() async throws {
        let running = try archive()
        try running.noteDamage()
        try running.close()
        #expect(try await rebuiltCount() == 300)
        #expect(try await rebuiltCount() == 300)
        #expect(try copies().count == 1)
    }

    @Test func `an archive of flipped bytes and of any length opens, or is made anew`() async throws {
        let path = try testStore.dataFolder.archive
        let sound = try Data(contentsOf: URL(filePath: path))
        var random = SplitMix64(seed: 1)
        for _ in 0..<60 {
            var bytes = sound
            for _ in 0..<20 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            }
            if Bool.random(using: &random) { bytes = bytes.prefix(Int.random(in: 0...bytes.count, using: &random)) }
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            try bytes.write(to: URL(filePath: path))
            do {
                try archive().close()
            } catch StorageError.newerSchema {}  // The name of a migration was flipped.
            testStore.time.advance(by: .seconds(1))
        }
        try #expect(!copies().isEmpty)
    }

    @Test func `an archive with a page of zeros opens, or is made anew`() async throws {
        let path = try testStore.dataFolder.archive
        let sound = try Data(contentsOf: URL(filePath: path))
        for start in stride(from: 0, to: sound.count, by: 4096) {
            var bytes = sound
            bytes.replaceSubrange(start..<start + 4096, with: Data(count: 4096))
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            try bytes.write(to: URL(filePath: path))
            try archive().close()
            testStore.time.advance(by: .seconds(1))
        }
        try #expect(!copies().isEmpty)
    }
}
