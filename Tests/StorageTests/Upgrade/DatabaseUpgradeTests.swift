import BotTesting
import ChatModel
import Foundation
import GRDB
import Logging
import Synchronization
import Testing

@testable import Storage

struct DatabaseUpgradeTests {
    private struct Killed: Error {}

    /// Collects log messages.
    private struct Messages: LogHandler {
        final class All: Sendable { let list = Mutex<[String]>([]) }
        let all = All()
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) { all.list.withLock { $0.append("\(event.message)") } }
    }

    private static let seals = [nil, ValueCipher(.make())]

    private let folder: TemporaryDirectory
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private var names: [String] {
        get throws { try Self.names(in: folder.path) }
    }

    /// The names of the files, except write-ahead logs.
    private static func names(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.contains(".sqlite-") }.sorted()
    }

    init() throws { folder = try TemporaryDirectory() }

    private func store(_ cipher: ValueCipher?) throws -> Store {
        try Store(folder: try DataDirectory(folder.path), cipher: cipher, time: ManualTime(), logger: logger)
    }

    /// Returns every value of every table decrypted, except encryption keys.
    private func dump(_ cipher: ValueCipher?, in path: String? = nil) throws -> [String: [String]] {
        let pool = try DatabaseOpener.open(in: try DataDirectory(path ?? folder.path), cipher)
        defer { try? pool.close() }
        return try pool.read { database in
            let tables = try String.fetchAll(
                database,
                sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('encryption_key', 'grdb_migrations')")
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

    @Test(arguments: seals)
    func `the first start upgrades the database and keeps a backup`(cipher: ValueCipher?) async throws {
        try FormerStore.write(in: folder.path, cipher)
        let store = try store(cipher)
        try store.close()
        #expect(try names == ["bot.sqlite", "bot.sqlite.backup", "lock"])
        let backup = try DatabaseQueue(path: folder.path + "/bot.sqlite.backup")
        #expect(try await backup.read { try $0.tableExists("appointment") })
        try backup.close()
        try self.store(cipher).close()
        #expect(try names == ["bot.sqlite", "bot.sqlite.backup", "lock"])
    }

    @Test(arguments: seals)
    func `authors, kinds and references keep their meaning under their new names`(cipher: ValueCipher?) async throws {
        try FormerStore.write(in: folder.path, cipher)
        let store = try store(cipher)
        let entries = try await store.journal.entries(after: 0, limit: 10)
        #expect(entries.map(\.kind) == ["system-started", "system-delivery-failed", "message"])
        #expect(String(decoding: entries[2].frame, as: UTF8.self) == "house:undo")
        guard case .failed(let failure)? = SystemEvent(frame: entries[1].frame) else {
            Issue.record("the event cannot be read")
            return
        }
        #expect(failure.author == "system:undo" && failure.reason == "no")
        // A repeated event is recognized.
        #expect(try await store.journal.append([NewEntry(system: .failed(failure))]) == 0)
        #expect(
            try await store.reader.lines(after: 0, limit: 2).map { $0.trace?.steps } == [
                [.init("system", "skip", "odd")],
                [.init("middleware:read_only", "drop"), .init("system:failures", "send", "system:undo: unmute failed")],
            ])
        let deliveries = try await store.reader.deliveries(causedBy: 2)
        #expect(deliveries.map(\.author) == ["system:undo", "rule:a"])
        #expect(deliveries.map(\.payload) == [[1, 2], [3]])
        #expect(deliveries.map(\.reason) == ["refused", "middleware:read_only: the channel is read-only"])
        #expect(deliveries.map(\.originalID) == [9, 2] && deliveries.map(\.after) == [.success, .nothing])
        let cases = try await store.reader.cases(CaseFilter())
        #expect(cases.map(\.author) == ["system:moderation"] && cases.map(\.draft.reason) == ["rude"])
        #expect(cases.map(\.status) == [.undone(Date(milliseconds: 7), by: "Mod")])
        #expect(
            try await store.reader.botRecords(of: 2) == [
                InvocationRow(
                    sequence: 2, author: "system:help", bot: "help", results: #"[{"author":"system:help"}]"#,
                    reads: "[1]",
                    writes: "[2]")
            ])
        #expect(try await store.reader.deadLetters(all: true).map(\.reason) == ["it broke"])
        #expect(try await store.state.uncommittedDecisions().open.map(\.json) == [#"{"misses":[{"author":"system:waits"}]}"#])
        #expect(
            try await store.reader.ruleState().sorted { $0.key.kind < $1.key.kind } == [
                RuleStateRow(
                    key: .init(shadowRule: "", kind: "last_message", name: "quiet", subject: "c1"), value: #"{"count":1}"#),
                RuleStateRow(key: .init(shadowRule: "r", kind: "quota", name: "system:undo", subject: "g1"), value: "{}"),
                RuleStateRow(
                    key: .init(shadowRule: "", kind: "wait", name: "w", subject: ""),
                    value: #"{"text":"{\"author\":\"system:undo\"}"}"#),
            ])
        #expect(try await store.reader.revisions().map(\.files) == [#"{"root":"a","texts":{"a":"bots: {}\n"}}"#])
        #expect(try await store.reader.observations(of: 2) == [#"{"role":1}"#])
        let jobs = try await store.jobs.all(of: "bot:a")
        #expect(jobs.map(\.job.note) == [.string("milk")] && jobs.map(\.occurred) == [3])
        #expect(try await store.reader.redactions(after: 0, through: 9) == [1: .erased, 2: .trace])
        #expect(try await store.reader.sweepCheckpoint("policy") == 4)
        #expect(try await store.turns.turnsThrough() == 2)
        #expect(try await store.database.read { try CheckpointTable.value(of: .settledThrough, in: $0) } == 1)
        #expect(try await store.externalIDs.message(named: "far", in: 201) == 9)
        #expect(store.directory.channel(201)?.lastMessage == 9 && store.directory.channel(201)?.partner == 6)
        try store.close()
    }

    @Test(arguments: seals)
    func `an upgrade killed after any step is completed by the next start`(cipher: ValueCipher?) throws {
        try FormerStore.write(in: folder.path, cipher)
        let copy = folder.path + ".killed"
        defer { try? FileManager.default.removeItem(atPath: copy) }
        var states: [(step: DatabaseUpgrade.Step, values: [String: [String]])] = []
        _ = try DatabaseUpgrade(of: try DataDirectory(folder.path), cipher) { step in
            // The state that a kill would leave behind.
            try? FileManager.default.removeItem(atPath: copy)
            try FileManager.default.copyItem(atPath: folder.path, toPath: copy)
            states.append((step, try dump(cipher, in: copy)))
            #expect(try Self.names(in: copy) == ["bot.sqlite", "bot.sqlite.backup", "lock"], "\(step)")
            let backup = try DatabaseQueue(path: copy + "/bot.sqlite.backup")
            #expect(try backup.read { try $0.tableExists("appointment") }, "\(step)")
            try backup.close()
        }.run()
        let whole = try dump(cipher)
        #expect(states.map(\.step) == DatabaseUpgrade.Step.allCases)
        for state in states { #expect(state.values == whole, "\(state.step)") }
    }

    @Test(arguments: seals)
    func `an upgrade that fails within the migration leaves the old database`(cipher: ValueCipher?) throws {
        try FormerStore.write(in: folder.path, cipher)
        let old = try FormerStore.open(folder.path, cipher)
        try old.write {
            try $0.execute(sql: "CREATE TRIGGER stop BEFORE UPDATE ON appointment BEGIN SELECT RAISE(ABORT, 'stopped'); END")
        }
        try old.close()
        #expect(throws: StorageError.unusable(folder: folder.path + "/house.sqlite", reason: "stopped")) { try store(cipher) }
        #expect(try names.contains("house.sqlite") && !names.contains("bot.sqlite"))
        let kept = try FormerStore.open(folder.path, cipher)
        try kept.write { database in
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM appointment WHERE author = 'bot:a'") == 1)
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM outbox WHERE author = 'house:undo'") == 1)
            try database.execute(sql: "DROP TRIGGER stop")
        }
        try kept.close()
        try store(cipher).close()
        #expect(try names == ["bot.sqlite", "bot.sqlite.backup", "lock"])
    }

    @Test func `an encrypted database is not upgraded without its key or with another one`() throws {
        let key = ValueCipher(.make())
        try FormerStore.write(in: folder.path, key)
        let file = folder.path + "/house.sqlite"
        #expect(throws: StorageError.sealed(file: file, key: key.name, source: key.current.source)) { try store(nil) }
        let other = ValueCipher(.make(2))
        #expect(throws: StorageError.wrongKey(file: file, needed: key.name, given: other.name)) { try store(other) }
        #expect(try !names.contains { $0.hasPrefix("bot.sqlite") })
        #expect(try EncryptionKeyRecord.all(in: folder.path).map(\.key) == [key.name])
        try store(key).close()
        #expect(try names.contains("bot.sqlite"))
    }

    @Test func `a plain database is not upgraded with a key`() throws {
        try FormerStore.write(in: folder.path, nil)
        #expect(throws: StorageError.plain(file: folder.path + "/house.sqlite")) { try store(ValueCipher(.make())) }
        #expect(try !names.contains { $0.hasPrefix("bot.sqlite") })
    }

    @Test func `a folder with databases of both versions is refused`() throws {
        try store(nil).close()
        try FormerStore.write(in: folder.path, nil)
        #expect {
            try store(nil)
        } throws: { error in
            "\(error)".contains("it contains bot.sqlite and also house.sqlite")
        }
    }

    @Test func `a reader of a folder of the earlier version asks for the upgrade`() throws {
        try FormerStore.write(in: folder.path, nil)
        #expect(throws: StorageError.olderSchema(file: folder.path + "/house.sqlite")) { try JournalReader(folder: folder.path) }
        #expect(try names.contains("house.sqlite"))
        let backup = try DataDirectory(folder.path).upgrade(nil)
        #expect(backup == folder.path + "/bot.sqlite.backup")
        #expect(throws: Never.self) { try JournalReader(folder: folder.path) }
        #expect(try DataDirectory(folder.path).upgrade(nil) == nil)
    }

    @Test func `the upgrade is logged once`() async throws {
        try FormerStore.write(in: folder.path, nil)
        let messages = Messages()
        let logger = Logger(label: "test") { _ in messages }
        for _ in 0..<2 { try Store(folder: try DataDirectory(folder.path), time: ManualTime(), logger: logger).close() }
        #expect(messages.all.list.withLock { $0 }.count { $0.contains("Data directory upgraded") } == 1)
    }

    @Test func `encrypting an upgraded store removes the plain backup`() throws {
        try FormerStore.write(in: folder.path, nil)
        let whole = try dump(nil)
        let key = ValueCipher(.make())
        _ = try Reencryption(try DataDirectory(folder.path), from: nil, to: key).run { _, _ in }
        #expect(try names == ["bot.sqlite", "lock"])
        #expect(try dump(key) == whole)
    }

    @Test func `no table, column or index has a former name`() throws {
        let words: Set<String> = [
            "appointment", "bot_record", "conclusion", "contributions", "crash", "edition", "emptied", "gap", "given", "indexed",
            "is_everybodys", "last_due", "letter", "made_at", "mark", "me", "memo", "message_name", "newest", "occurred",
            "only", "partner", "person", "place", "port", "port_note", "progress", "reaction_name", "readings", "relived_after",
            "relived_through", "seal", "sighting", "sightings", "skipped", "start", "sweep", "timetable", "tries", "version",
            "why",
            "words", "world",
        ]
        for schema in [DatabaseSchema.bot, DatabaseSchema.archive] {
            let queue = try DatabaseQueue()
            try queue.write { try $0.add(nil) }
            try schema.migrate(queue)
            let found = try queue.read { database in
                try String.fetchSet(
                    database,
                    sql: """
                        SELECT name FROM sqlite_master
                        UNION SELECT c.name FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
                            WHERE t.name NOT LIKE 'message_text_index_%' AND t.name NOT LIKE 'sqlite%'
                        """)
            }
            #expect(found.intersection(words) == [])
            let indices = found.filter { $0.contains("_by_") }.map {
                String($0[..<($0.range(of: "_by_")?.lowerBound ?? $0.startIndex)])
            }
            #expect(Set(indices).isSubset(of: found))
        }
    }
}
