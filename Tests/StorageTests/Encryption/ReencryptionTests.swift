import BotTesting
import ChatModel
import Foundation
import GRDB
import Logging
import Testing

@testable import Storage

struct ReencryptionTests {
    private struct Broken: Error {}

    private let folder: TemporaryDirectory
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    init() throws { folder = try TemporaryDirectory() }

    private static let ways: [(ValueCipher?, ValueCipher?)] = [
        (nil, ValueCipher(.make())), (ValueCipher(.make()), ValueCipher(.make(2), previous: [.make()])),
        (ValueCipher(.make()), nil),
    ]

    private func open(_ cipher: ValueCipher?, in path: String? = nil) throws -> Store {
        try Store(folder: try DataDirectory(path ?? folder.path), cipher: cipher, time: ManualTime(), logger: logger)
    }

    /// Creates a store with content in every table with encrypted texts. Returns the name of a blob.
    private func filled(_ cipher: ValueCipher?, entries: Int = 3) async throws -> String {
        let store = try open(cipher)
        try await store.directory.remember(clans: [Clan(id: .test, name: "canary clan")], channels: [.general])
        try await store.journal.append((1...entries).map { .make(.make(text: "canary \($0)")) })
        var turn = Turn(sequence: 1, trace: Trace([.init("bot:a", Trace.failed, "canary why")]))
        turn.deliveries = [NewDelivery(author: "bot:a", ordinal: 0, destination: .general, payload: Array("canary out".utf8))]
        turn.ticket = 1
        try await store.turns.commit([turn])
        try await store.outbox.settle([
            DeliveryResult(
                delivery: 1, outcome: .failed("canary reason"), at: Date(timeIntervalSince1970: 5),
                note: .started(at: Date(timeIntervalSince1970: 5)))
        ])
        try await store.state.write([BotStateRow(bot: "a", key: "user:1", fingerprint: "f", value: "\"canary state\"")])
        try await store.revisions.record("v1", files: "{\"a\":\"canary rules\"}")
        _ = store.state.recordObservation("canary sighting")
        let file = try store.blobs.store(Data("canary file".utf8))
        try store.close()
        return file
    }

    /// Returns every value of every table decrypted, except encryption keys.
    private func dump(_ cipher: ValueCipher?, in path: String? = nil) throws -> [String: [String]] {
        let pool = try DatabaseOpener.open((path ?? folder.path) + "/bot.sqlite", cipher)
        defer { try? pool.close() }
        return try pool.read { database in
            let tables = try String.fetchAll(
                database,
                sql:
                    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('encryption_key', 'grdb_migrations') ORDER BY name"
            )
            return try Dictionary(
                uniqueKeysWithValues: tables.map { table in
                    // Checksums are those of the encrypted values.
                    let columns = try database.columns(in: table).filter { $0.name != "checksum" }.map { column in
                        EncryptedColumn.allCases.first { $0.table == table && $0.column == column.name }?.opened ?? column.name
                    }
                    let rows = try Row.fetchAll(database, sql: "SELECT \(columns.joined(separator: ", ")) FROM \(table)")
                    return (table, rows.map { "\(Array($0.databaseValues))" })
                })
        }
    }

    private func files(with word: String, in path: String? = nil) throws -> [String] {
        let path = path ?? folder.path
        return try FileManager.default.subpathsOfDirectory(atPath: path).sorted().filter { name in
            FileManager.default.contents(atPath: path + "/" + name)?.range(of: Data(word.utf8)) != nil
        }
    }

    @Test(arguments: ways.indices)
    func `reencryption keeps all values under the requested key`(way: Int) async throws {
        let (old, new) = Self.ways[way]
        let file = try await filled(old, entries: 2500)
        let before = try dump(old)
        var seen: [Int64] = []
        let written = try Reencryption(try DataDirectory(folder.path), from: old ?? nil, to: new).run { done, total in
            seen.append(done)
            #expect(done <= total)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["blobs", "bot.sqlite", "lock"])
        #expect(try dump(new) == before)
        #expect(written.files == 1 && written.rows == seen.last)
        #expect(seen == seen.sorted())
        #expect(try BlobStore(folder: folder.path + "/blobs", cipher: new).bytes(named: file) == Data("canary file".utf8))
        #expect(try EncryptionKeyRecord.all(in: folder.path).map(\.key) == (new.map { [$0.name] } ?? []))
        #expect(try files(with: "canary").isEmpty == (new != nil))
        // The previous key is not needed afterwards.
        if way == 1 { #expect(try dump(ValueCipher(.make(2))) == before) }
    }

    @Test(arguments: ways.indices)
    func `reencryption interrupted at any step keeps the old data and succeeds when repeated`(way: Int) async throws {
        let (old, new) = Self.ways[way]
        _ = try await filled(old)
        let before = try dump(old)
        let data = try DataDirectory(folder.path)
        var step = 0
        while true {
            step += 1
            var steps = 0
            do {
                _ = try Reencryption(data, from: old, to: new).run { _, _ in
                    steps += 1
                    guard steps == step else { return }
                    // The state that a crash would leave behind.
                    let copy = folder.path + ".killed"
                    try? FileManager.default.removeItem(atPath: copy)
                    try FileManager.default.copyItem(atPath: folder.path, toPath: copy)
                    throw Broken()
                }
                break
            } catch is Broken {
                #expect(try dump(old) == before)
                let copy = folder.path + ".killed"
                defer { try? FileManager.default.removeItem(atPath: copy) }
                #expect(try dump(old, in: copy) == before)
                _ = try Reencryption(try DataDirectory(copy), from: old, to: new).run { _, _ in }
                #expect(try dump(new, in: copy) == before)
                let readable = try files(with: "canary", in: copy)
                #expect(new == nil || readable.isEmpty)
            }
        }
        #expect(step > 10)
        #expect(try dump(new) == before)
    }

    @Test func `reencryption of a folder in use is rejected`() async throws {
        _ = try await filled(nil)
        let data = try DataDirectory(folder.path)
        let running = try Store(folder: data, time: ManualTime(), logger: logger)
        defer { try? running.close() }
        let reader = try JournalReader(folder: folder.path)
        #expect(throws: StorageError.self) {
            _ = try Reencryption(try DataDirectory(folder.path), from: nil, to: ValueCipher(.make())).run { _, _ in }
        }
        #expect(try await reader.lastSequence() > 0)
    }

    @Test func `reencryption of a folder without a store is an error`() throws {
        #expect(throws: StorageError.missing(file: folder.path + "/bot.sqlite")) {
            _ = try Reencryption(try DataDirectory(folder.path), from: nil, to: ValueCipher(.make())).run { _, _ in }
        }
    }
}
