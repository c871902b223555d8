import BotTesting
import ChatModel
import Foundation
import Logging
import Testing

@testable import PostgreSQLStorage
@testable import Storage

/// Encrypted stores on the server of `TEST_DATABASE_URL`, which `Tests/PostgreSQL/run` starts.
@Suite(.enabled(if: TestServer.url != nil, "TEST_DATABASE_URL names no PostgreSQL server"))
struct EncryptedServerTests {
    private static let canary = "canary"

    private let url: String
    private let schema: String
    private let folder: TemporaryDirectory
    private let time = ManualTime()
    private let node = ClusterNode(name: "test", process: UUID().uuidString, pid: 1, version: "")

    init() throws {
        url = try #require(TestServer.url)
        schema = "t" + UUID().uuidString.lowercased().filter { $0 != "-" }
        folder = try TemporaryDirectory()
    }

    private var name: String { "the store in the schema \(schema) on the server" }

    private func database(_ cipher: ValueCipher?) throws -> PostgreSQLDatabase {
        try PostgreSQLDatabase(url: url, schema: schema, as: node, cipher: cipher, time: time)
    }

    @discardableResult
    private func withStore<T>(_ cipher: ValueCipher?, _ body: (Store) async throws -> T) async throws -> T {
        let store = try Store(
            try database(cipher), folder: try DataDirectory(folder.path), cipher: cipher, time: time,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        defer { try? store.close() }
        return try await body(store)
    }

    /// Writes a text to every encrypted column. Returns the name of a file.
    private func fill(_ store: Store, with text: String) async throws -> String {
        let author = Author(id: 5, username: text, displayName: text)
        try await store.directory.remember(
            clans: [Clan(id: .test, name: text)],
            channels: [Channel(id: .general, clan: .test, kind: .text, label: text, categoryName: text)])
        try await store.directory.finishListing(
            of: .test, members: [], roles: [Role(id: 7, clan: .test, title: text)], names: [author])
        try await store.journal.append((1...2).map { .make(.make(text: "\(text) \($0)")) })
        let draft = CaseDraft(
            kind: "mute", user: 5, clan: .test, channel: .general, message: 3, reason: text,
            inverses: [.kick(5, of: .test, reason: text)],
            evidence: [Evidence(message: 3, channel: .general, author: 5, text: text, attachments: [], at: time.now)],
            strike: Strike(entry: 1, counter: text, subject: "u5", by: 1, count: 1, at: time.now))
        var turn = Turn(sequence: 1, trace: Trace([.init("bot:a", "reply", text)]))
        turn.deliveries = [NewDelivery(author: "bot:a", ordinal: 0, destination: .general, payload: Array(text.utf8))]
        turn.cases = [NewCase(author: "rule:a", draft: draft)]
        turn.jobs = [.schedule(ScheduledJob("j", due: time.now, note: .string(text)), author: "bot:a")]
        try await store.turns.commit([turn])
        try await store.outbox.settle([DeliveryResult(delivery: 1, outcome: .failed(text), at: time.now)])
        try await store.revisions.record("v1", files: text)
        let rules = RuleStateRow(key: .init(shadowRule: "", kind: "counter", name: "n", subject: "u5"), value: text)
        try store.database.connections.writer.transaction { session in
            _ = try CaseTable.apply(CaseChange(1, .undone(by: text)), at: time.now, in: session)
            try RuleStateTable.write([rules], in: session)
            try StateCheckpointTable.insert(StateCheckpoint(ticket: 0, sequence: 0, at: time.now), into: session)
            try StateCheckpointTable.keep(rules.key, under: 0, in: session)
            try DecisionTable.insert(UncommittedDecision(sequence: 2, ticket: 1, json: text), into: session)
            try DeadLetterTable.insert(1, "bot:a", because: text, tries: 1, at: time.now, into: session)
            try DirectoryObservationTable.insert(text, as: 1, into: session)
            try BotTable.insert(
                InvocationRow(sequence: 1, author: "bot:a", bot: "a", results: text, reads: text, writes: text),
                [BotStateRow(bot: "a", key: "k", fingerprint: "f", value: text)], into: session)
        }
        try await store.copies.note(FileCopy(.failed(text), at: time.now), of: "source", at: "net")
        return try store.blobs.store(Data(text.utf8))
    }

    /// The columns of the server that are encrypted in an encrypted store.
    private static let columns = EncryptedColumn.allCases.filter { $0.table != "message_version" }

    /// The encrypted columns with a value that contains the canary.
    private func found(_ cipher: ValueCipher?) throws -> Set<EncryptedColumn> {
        let reader = try PostgreSQLDatabase.reader(url: url, schema: schema, cipher: cipher)
        return try reader.readNow { session in
            try Set(
                Self.columns.filter { column in
                    try session.rows("SELECT \(column.opened) FROM \(column.table)") { row in
                        switch row.value(0) {
                        case .text(let text): text.contains(Self.canary)
                        case .blob(let bytes): String(decoding: bytes, as: UTF8.self).contains(Self.canary)
                        case .null, .integer, .real: false
                        }
                    }.contains(true)
                })
        }
    }

    /// The tables and columns of the schema that contain the canary as it is.
    private func plainColumns() throws -> [String] {
        let reader = PostgreSQLReader(try PostgreSQLLocation(url: url, schema: schema), nil, number: 0)
        return try reader.readNow { session in
            let columns: [(table: String, name: String)] = try session.rows(
                """
                SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns
                WHERE table_schema = current_schema() ORDER BY 1, 2
                """
            ) { ($0[0], $0[1]) }
            let hex = Data(Self.canary.utf8).map { String($0, radix: 16) }.joined()
            return try columns.filter { column in
                try session.values("SELECT coalesce(CAST(\"\(column.name)\" AS TEXT), '') FROM \(column.table)").contains {
                    (text: String) in text.contains(Self.canary) || text.contains(hex)
                }
            }.map { "\($0.table).\($0.name)" }
        }
    }

    @Test func `an encrypted store on a server has no text in plain, and reads all of them`() async throws {
        let cipher = ValueCipher(.make())
        let file = try await withStore(cipher) { try await fill($0, with: Self.canary) }
        #expect(try plainColumns() == [])
        #expect(try found(cipher) == Set(Self.columns))
        // The file comes from the server.
        try FileManager.default.removeItem(atPath: folder.path + "/blobs")
        try await withStore(cipher) { store in
            let bytes = try store.blobs.bytes(named: file)
            #expect(bytes == Data(Self.canary.utf8))
            #expect(store.directory.clan(.test)?.name == Self.canary)
            let reasons = try await store.reader.cases(CaseFilter()).map(\.draft.reason)
            #expect(reasons == [Self.canary])
            let sizes = try await store.reader.botStateSizes().map(\.bytes)
            #expect(sizes == [Self.canary.utf8.count])
        }
    }

    @Test func `a plain store on a server has every text in plain`() async throws {
        _ = try await withStore(nil) { try await fill($0, with: Self.canary) }
        let expected = Self.columns.map { "\($0.table).\($0.column)" } + ["blob.content"]
        #expect(try plainColumns() == expected.sorted())
    }

    @Test func `texts that contain a word are found and replaced`() async throws {
        let cipher = ValueCipher(.make())
        try await withStore(cipher) { store in
            _ = try await fill(store, with: Self.canary)
            for column in TextColumn.allCases {
                let count = try await store.redactions.rewrite(column, containing: ["none", "nar"]) {
                    $0.replacing(Self.canary, with: "bird")
                }
                #expect(count == 1, "\(column)")
            }
            #expect(
                try await store.reader.entries(containing: [Array("nary 2".utf8)], after: 0, through: 9).map(\.sequence) == [2])
            #expect(try await store.reader.traces(containing: "bird").map(\.sequence) == [1])
            try await store.redactions.redact([
                Redaction(1, frame: [1], payloads: [1: [2]], clearsBotRecords: true, reason: .erased)
            ])
        }
        let left = try found(cipher)
        #expect(left.isDisjoint(with: [.trace, .payload, .deliveryReason, .results, .evidence, .undoneBy, .deadLetterReason]))
        #expect(left.contains(.frame) && left.contains(.memberName))
        #expect(try plainColumns() == [])
    }

    @Test func `a store on a server is refused without its key, with another one, and with one that it does not have`()
        async throws
    {
        let (cipher, other) = (ValueCipher(.make()), ValueCipher(.make(2)))
        try await withStore(cipher) { try await $0.journal.append([.make(.make(text: "one"))]) }
        let sealed = StorageError.sealed(file: name, key: cipher.name, source: "env:KEY_1")
        let wrong = StorageError.wrongKey(file: name, needed: cipher.name, given: other.name)
        #expect(throws: sealed) { try database(nil) }
        #expect(throws: sealed) { try PostgreSQLDatabase.reader(url: url, schema: schema, cipher: nil) }
        #expect(throws: wrong) { try database(other) }
        #expect(throws: wrong) { try PostgreSQLDatabase.reader(url: url, schema: schema, cipher: other) }
        #expect(try await withStore(cipher) { try await $0.reader.lastSequence() } == 1)
        #expect(
            try PostgreSQLDatabase.encryptionKeys(url: url, schema: schema) == [
                EncryptionKeyRecord(key: cipher.name, source: "env:KEY_1", isCurrent: true)
            ])
    }

    @Test func `a plain store on a server is not opened with a key`() async throws {
        try await withStore(nil) { try await $0.journal.append([.make(.make(text: "one"))]) }
        #expect(throws: StorageError.plain(file: name)) { try database(ValueCipher(.make())) }
        #expect(try await withStore(nil) { try await $0.reader.lastSequence() } == 1)
    }

    @Test func `a value that was moved to another row is refused`() async throws {
        let cipher = ValueCipher(.make())
        try await withStore(cipher) { store in
            try await store.journal.append((1...2).map { .make(.make(text: "\($0)")) })
            try store.database.connections.writer.transaction {
                try $0.execute("UPDATE journal SET frame = (SELECT frame FROM journal WHERE sequence = 1) WHERE sequence = 2")
            }
            do {
                _ = try await store.journal.entry(2)
                Issue.record("it was read")
            } catch let error as EncryptedValueError {
                #expect(error.description == "journal.frame of 2 was modified or moved")
            }
        }
    }

    private static let ways: [(ValueCipher?, ValueCipher?)] = [
        (nil, ValueCipher(.make())), (ValueCipher(.make()), ValueCipher(.make(2), previous: [.make()])),
        (ValueCipher(.make()), nil),
    ]

    @Test(arguments: ways.indices)
    func `a store on a server is encrypted, given another key and decrypted`(way: Int) async throws {
        let (old, new) = Self.ways[way]
        let file = try await withStore(old) { try await fill($0, with: Self.canary) }
        let data = try DataDirectory(folder.path)
        let ciphers = StoreCiphers(opening: old, sealing: new)
        let server = try PostgreSQLDatabase(reencrypting: ciphers, url: url, schema: schema, as: node, time: time)
        var progress: [Int64] = []
        let written = try ServerReencryption(of: server, data, ciphers).run { rows, _ in progress.append(rows) }
        server.close()
        #expect(written.files == 1 && written.rows == progress.last)
        // The previous key is not needed afterwards.
        let current = way == 1 ? ValueCipher(.make(2)) : new
        #expect(try found(current) == Set(Self.columns))
        #expect(try plainColumns().isEmpty == (new != nil))
        #expect(try PostgreSQLDatabase.encryptionKeys(url: url, schema: schema).map(\.key) == (new.map { [$0.name] } ?? []))
        for isLocal in [true, false] {
            if !isLocal { try FileManager.default.removeItem(atPath: data.blobs) }
            let shared = try PostgreSQLDatabase.sharedBlobs(url: url, schema: schema, time: time)
            let blobs = BlobStore(folder: data.blobs, cipher: current, shared: shared)
            #expect(try blobs.bytes(named: file) == Data(Self.canary.utf8))
        }
    }

    @Test func `an encryption that fails changes nothing on the server`() async throws {
        struct Broken: Error {}
        _ = try await withStore(nil) { try await fill($0, with: Self.canary) }
        let ciphers = StoreCiphers(opening: nil, sealing: ValueCipher(.make()))
        let server = try PostgreSQLDatabase(reencrypting: ciphers, url: url, schema: schema, as: node, time: time)
        #expect(throws: Broken.self) {
            _ = try ServerReencryption(of: server, try DataDirectory(folder.path), ciphers).run { rows, total in
                if rows == total { throw Broken() }
            }
        }
        server.close()
        #expect(try found(nil) == Set(Self.columns))
        try database(nil).close()
    }
}
