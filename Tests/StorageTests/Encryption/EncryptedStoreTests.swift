import BotTesting
import ChatModel
import Foundation
import GRDB
import Logging
import MezonProtocol
import Testing

@testable import Storage

struct EncryptedStoreTests {
    private let folder: TemporaryDirectory
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    init() throws { folder = try TemporaryDirectory() }

    private func store(_ cipher: ValueCipher?) throws -> Store {
        try Store(folder: try DataDirectory(folder.path), cipher: cipher, time: ManualTime(), logger: logger)
    }

    private func say(_ text: String, with cipher: ValueCipher?) async throws {
        let store = try store(cipher)
        try await store.journal.append([.make(.make(text: text))])
        try await store.turns.commit([
            Turn(sequence: try await store.reader.lastSequence(), trace: Trace([.init("rule:a", "reply", "because of \(text)")]))
        ])
        try store.close()
    }

    private func steps(with cipher: ValueCipher?) async throws -> [String] {
        let reader = try JournalReader(folder: folder.path, cipher: cipher)
        return try await reader.lines(after: 0, limit: 100).compactMap { $0.trace?.steps.first?.why }
    }

    @Test func `a new store is encrypted from its first row and opened with its key`() async throws {
        try await say("canary", with: ValueCipher(.make()))
        #expect(try await steps(with: ValueCipher(.make())) == ["because of canary"])
        let bytes = try #require(FileManager.default.contents(atPath: folder.path + "/bot.sqlite"))
        #expect(bytes.range(of: Data("canary".utf8)) == nil)
        #expect(
            try EncryptionKeyRecord.all(in: folder.path) == [
                EncryptionKeyRecord(key: ValueCipher(.make()).name, source: "env:KEY_1", isCurrent: true)
            ])
    }

    @Test func `an encrypted store is rejected without its key and with another key`() async throws {
        try await say("canary", with: ValueCipher(.make()))
        let file = folder.path + "/bot.sqlite"
        let (name, other) = (ValueCipher(.make()).name, ValueCipher(.make(2)).name)
        let sealed = StorageError.sealed(file: file, key: name, source: "env:KEY_1")
        #expect(throws: sealed) { try store(nil) }
        #expect(throws: sealed) { try JournalReader(folder: folder.path) }
        let wrong = StorageError.wrongKey(file: file, needed: name, given: other)
        #expect(throws: wrong) { try store(ValueCipher(.make(2))) }
        #expect(throws: wrong) { try JournalReader(folder: folder.path, cipher: ValueCipher(.make(2))) }
        #expect(try await steps(with: ValueCipher(.make())) == ["because of canary"])
    }

    @Test func `a plain store is not opened with a key`() async throws {
        try await say("plain", with: nil)
        let plain = StorageError.plain(file: folder.path + "/bot.sqlite")
        #expect(throws: plain) { try store(ValueCipher(.make())) }
        #expect(throws: plain) { try JournalReader(folder: folder.path, cipher: ValueCipher(.make())) }
        #expect(try await steps(with: nil) == ["because of plain"])
    }

    @Test func `a key rotation encrypts new values with the new key and needs both keys`() async throws {
        try await say("old", with: ValueCipher(.make()))
        let both = ValueCipher(.make(2), previous: [.make()])
        try await say("new", with: both)
        #expect(try await steps(with: both) == ["because of old", "because of new"])
        #expect(try EncryptionKeyRecord.all(in: folder.path).map(\.source) == ["env:KEY_2", "env:KEY_1"])
        #expect(
            throws: StorageError.wrongKey(
                file: folder.path + "/bot.sqlite", needed: ValueCipher(.make()).name, given: both.name)
        ) {
            try store(ValueCipher(.make(2)))
        }
    }

    /// Changes the database without the cipher.
    private func change(_ body: @escaping @Sendable (Database) throws -> Void) async throws {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.add(nil) }
        try await DatabaseQueue(path: folder.path + "/bot.sqlite", configuration: configuration).write(body)
    }

    @Test(arguments: [
        "UPDATE turn SET trace = (SELECT trace FROM turn WHERE sequence = 2) WHERE sequence = 1",
        "UPDATE turn SET trace = 'rule:a\treply\tplanted' WHERE sequence = 1",
        "UPDATE turn SET trace = replace(trace, 'A', 'B') || 'AAAA' WHERE sequence = 1",
    ])
    func `a moved, forged or altered encrypted value is rejected`(change: String) async throws {
        for text in ["one", "two"] { try await say(text, with: ValueCipher(.make())) }
        try await self.change { try $0.execute(sql: change) }
        await #expect(throws: DatabaseError.self) { try await steps(with: ValueCipher(.make())) }
    }

    @Test func `the error about a damaged value contains no key and no text`() async throws {
        try await say("canary", with: ValueCipher(.make()))
        try await change { try $0.execute(sql: "UPDATE turn SET trace = 'planted'") }
        do {
            _ = try await steps(with: ValueCipher(.make()))
            Issue.record("it was read")
        } catch {
            #expect("\(error)".contains("turn.trace of 1 is not encrypted"))
            for secret in ["canary", "planted", "AQEBAQ"] { #expect(!"\(error)".contains(secret)) }
        }
    }
}
