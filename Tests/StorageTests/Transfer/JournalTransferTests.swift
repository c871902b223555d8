import BotTesting
import ChatModel
import Foundation
import GRDB
import Logging
import Testing

@testable import Storage

struct JournalTransferTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Creates a store with messages, answers, decisions, state and failures.
    private func talked(cipher: ValueCipher? = nil) async throws -> TestStore {
        let testStore = try await TestStore(cipher: cipher)
        let store = try testStore.store
        let file = try store.blobs.store(Data("a file".utf8))
        try await store.revisions.record("v1", files: "{\"config.yaml\":\"version: 1\"}")
        _ = try await store.state.begin(as: 900, revision: "v1", after: 0, replaying: .seconds(60), limit: 100)
        let sighting = store.state.recordObservation("{\"name\":\"an\"}")
        try await store.journal.append([
            .make(.make(text: "Cảm ơn \"bạn\"\n", id: 8_070_450_532_247_928_832)), .make(.make(text: "b", in: .random)),
            .make(.make(text: "own"), isOwn: true),
        ])
        store.state.record(
            InvocationRow(
                sequence: 1, author: "bot:a", bot: "a", results: "[]", reads: "[{\"file\":\"\(file)\"}]", writes: "[]"),
            [BotStateRow(bot: "a", key: "user:1", fingerprint: "f", value: "{\"n\":1}")]
        ) {}
        var turn = Turn(sequence: 1, trace: Trace([.init("bot:a", Trace.failed, "it broke"), .init("rule:b", "reply", "why")]))
        turn.deliveries = (0..<2).map {
            NewDelivery(author: "rule:b", ordinal: $0, destination: .general, payload: [1, 2, UInt8($0)])
        }
        turn.ticket = 1
        turn.version = "v1"
        turn.observations = [sighting]
        turn.cases = [
            NewCase(
                author: "rule:b",
                draft: CaseDraft(kind: "warn", user: 5, clan: .test, channel: .general, message: 9, reason: "rude", ordinals: [0])
            )
        ]
        try await store.turns.commit([turn])
        try await store.outbox.settle([DeliveryResult(delivery: 1, outcome: .sent(77), at: testStore.time.now)])
        return testStore
    }

    private func exported(_ folder: String, _ cipher: ValueCipher? = nil, _ filter: JournalExport.Filter = .init()) throws
        -> String
    {
        var text = ""
        let reader = try JournalReader(folder: folder, cipher: cipher)
        _ = try JournalExport(reader, filter) { ["text": .string("said in \($0.channel)")] }
            .run(progress: { _ in }, write: { text += $0 + "\n" })
        return text
    }

    /// - Parameter piece: The number of bytes per chunk.
    @discardableResult
    private func take(_ text: String, into folder: String, cipher: ValueCipher? = nil, piece: Int = 1000) throws
        -> JournalImport.Report
    {
        let taking = try JournalImport(into: try DataDirectory(folder), cipher: cipher)
        do {
            let bytes = Data(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: piece) {
                try taking.consume(bytes[start..<min(start + piece, bytes.count)])
            }
            return try taking.finish()
        } catch {
            taking.discard()
            throw error
        }
    }

    @Test func `every column is exported except checkpoints, future jobs and folder state`() throws {
        let queue = try DatabaseQueue()
        try queue.write { try $0.add(nil) }
        try DatabaseSchema.bot.migrate(queue)
        let columns = try queue.read { database in
            try String.fetchSet(
                database,
                sql: """
                    SELECT t.name || '.' || c.name FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
                    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'
                        AND t.name NOT IN
                            ('grdb_migrations', 'checkpoint', 'retention_checkpoint', 'history_gap', 'encryption_key',
                             'scheduled_job', 'file_copy', 'connector_state', 'answer_count', 'journal_key', 'waiting_entry',
                             'state_checkpoint', 'former_rule_state')
                    """)
        }
        let told = (TransferTable.independentTables + TransferTable.ofEntry).flatMap { table in
            table.columns.map { "\(table.name).\($0.name)" }
        }
        #expect(Set(told) == columns)
        #expect(told.count == columns.count)
    }

    @Test(arguments: [1, 7, 1 << 20])
    func `an imported journal is exported byte by byte the same`(piece: Int) async throws {
        let testStore = try await talked()
        let text = try exported(testStore.path)
        let other = try TemporaryDirectory()
        #expect(
            try take(text, into: other.path, piece: piece) == JournalImport.Report(entries: 3, lines: text.count { $0 == "\n" }))
        #expect(try exported(other.path) == text)
        #expect(text.contains("\"text\":\"said in "))
    }

    @Test func `an encrypted store imports encrypted and exports the same`() async throws {
        let (old, new) = (ValueCipher(.make()), ValueCipher(.make(2)))
        let testStore = try await talked(cipher: old)
        let text = try exported(testStore.path, old)
        let other = try TemporaryDirectory()
        try take(text, into: other.path, cipher: new)
        #expect(try exported(other.path, new) == text)
        for name in try FileManager.default.subpathsOfDirectory(atPath: other.path) {
            let bytes = FileManager.default.contents(atPath: other.path + "/" + name) ?? Data()
            for word in ["it broke", "rude", "a file"] { #expect(bytes.range(of: Data(word.utf8)) == nil, "\(name)") }
        }
    }

    @Test func `an export of the former names is imported under the present ones`() async throws {
        let failure =
            #"{"failed":{"_0":{"action":"mute","at":0,"author":"house:undo","cause":1,"channel":"0","clan":"0","reason":"no"}}}"#
        let frame = Data(failure.utf8).base64EncodedString()
        let text = #"""
            {"header":{"clans":{},"format":"mezon-bot journal","house":"5","version":1}}
            {"edition":{"files":"{\"texts\":{\"a\":\"connections: {}\"}}","first_at":1,"last_at":2,"version":"v1"}}
            {"start":{"at":1,"first_ticket":1,"me":"5","relived_after":0,"relived_through":0,"version":"v1"}}
            {"memo":{"kind":"voice","name":"quiet","subject":"c1","value":"{}","world":""}}
            {"bot_record":[{"author":"house:help","bot":"help","contributions":"[]","number":1,"readings":"[]","sequence":1,"writes":"[]"}],\#
            "emptied":[{"at":0,"sequence":1,"why":"forgotten"}],\#
            "journal":{"channel":"0","clan":"0","frame":"\#(frame)","is_late":0,"is_own":0,"kind":"house-failed","message":"0",\#
            "received_at":0,"sequence":1},\#
            "letter":[{"at":0,"author":"bot:a","number":2,"reason":"it broke","sequence":1,"state":"open","tries":1}],\#
            "says":{"kind":"x"},\#
            "turn":[{"at":0,"sequence":1,"sightings":"","ticket":1,"trace":"house:undo\tmute","version":"v1"}]}
            {"end":{"lines":5}}

            """#
        let other = try TemporaryDirectory()
        let cipher = ValueCipher(.make())
        #expect(try take(text, into: other.path, cipher: cipher) == JournalImport.Report(entries: 1, lines: 6))
        let reader = try JournalReader(folder: other.path, cipher: cipher)
        let line = try #require(try await reader.line(1))
        #expect(line.entry.kind == "system-delivery-failed")
        #expect(String(decoding: line.entry.frame, as: UTF8.self).contains(#""author":"system:undo""#))
        #expect(line.trace?.steps == [.init("system:undo", "mute")] && line.version == "v1")
        #expect(try await reader.botRecords(of: 1).map(\.author) == ["system:help"])
        #expect(try await reader.deadLetters(all: true).map(\.number) == [2])
        #expect(try await reader.ruleState().map(\.key.kind) == ["last_message"])
        #expect(try await reader.redactions(after: 0, through: 1) == [1: .erased])
        #expect(try await reader.revisions().map(\.files) == [#"{"texts":{"a":"connections: {}"}}"#])
        #expect(try await reader.starts().map(\.me) == [5])
        let again = try TemporaryDirectory()
        try take(try exported(other.path, cipher), into: again.path)
        #expect(try exported(again.path) == exported(other.path, cipher))
    }

    @Test func `an imported journal leaves nothing to process or deliver`() async throws {
        let testStore = try await talked()
        #expect(
            try await testStore.store.outbox.openDeliveries(after: try testStore.store.outbox.settledThrough(), limit: 10).count
                == 1)
        let other = try TemporaryDirectory()
        try take(try exported(testStore.path), into: other.path)
        let store = try Store(folder: try DataDirectory(other.path), time: ManualTime(), logger: logger)
        let turned = try await store.turns.turnsThrough(), settled = try await store.outbox.settledThrough()
        #expect(try await store.journal.entriesWithoutTurn(after: turned, limit: 10) == [])
        #expect(try await store.outbox.openDeliveries(after: settled, limit: 10) == [])
        #expect(turned == 3 && settled == 2)
        try store.close()
    }

    @Test func `a partial export has its entries and their observations, and no state`() async throws {
        let testStore = try await talked()
        let general = try exported(testStore.path, nil, .init(channels: [.general]))
        #expect(
            general.contains("\"directory_observation\":") && general.contains("it broke")
                && !general.contains("said in \(ChannelID.random)"))
        let random = try exported(testStore.path, nil, .init(channels: [.random]))
        #expect(
            !random.contains("\"directory_observation\":") && !random.contains("\"rule_state\"")
                && !random.contains("\"bot_state\""))
        #expect(random.contains("said in \(ChannelID.random)") && !random.contains("\"file\":"))
        let never = try exported(testStore.path, nil, .init(since: .distantFuture))
        #expect(!never.contains("\"journal\":"))
        let other = try TemporaryDirectory()
        try take(general, into: other.path)
        #expect(try exported(other.path, nil, .init(channels: [.general])) == general)
    }

    private static let mistakes: [(String, String, ImportError)] = [
        ("\"version\":2", "\"version\":3", ImportError(line: 1, column: 0, reason: "this build reads versions up to 2")),
        ("\"format\":\"mezon-bot journal\"", "\"format\":\"x\"", .init(line: 1, column: 1, reason: "the header line is missing")),
        ("{\"header\"", "{header", .init(line: 1, column: 1, reason: "not a JSON object")),
        ("{\"directory_observation\"", "{\"sightin\"", .init(line: 8, column: 2, reason: "unknown key 'sightin'")),
        ("\"first_ticket\":1", "\"first_ticket\":\"1\"", .init(line: 7, column: 0, reason: "must be an integer")),
        (
            "\"first_ticket\":1", "\"first_ticket\":99999999999999999999",
            .init(line: 7, column: 0, reason: "must be an integer")
        ),
        (
            "\"rebuilt_after\":0", "\"rebuilt_afte\":0",
            .init(line: 7, column: 0, reason: "unknown key 'rebuilt_afte' in process_start")
        ),
        ("\"sequence\":2}", "\"sequence\":1}", .init(line: 11, column: 0, reason: "entry 1 follows entry 1")),
        ("\"sequence\":2}", "\"sequence\":-2}", .init(line: 11, column: 0, reason: "a positive 'sequence'")),
        (
            "\"sequence\":2}", "\"sequence\":9223372036854775807}",
            .init(line: 11, column: 0, reason: "'sequence' of journal must be an integer up to 2^53")
        ),
        ("\"is_late\":0", "\"is_late\":9999999999", .init(line: 10, column: 0, reason: "up to 2^31")),
        (",\"sequence\":2}", "}", .init(line: 11, column: 0, reason: "a positive 'sequence'")),
        ("\"status\":2", "\"status\":9", .init(line: 10, column: 0, reason: "unknown delivery status")),
        ("\"payload\":\"AQIA\"", "\"payload\":\"AQ!A\"", .init(line: 10, column: 0, reason: "must be base64")),
        ("\"evidence\":\"[]\"", "\"evidence\":\"[\"", .init(line: 10, column: 0, reason: "must be a string that contains JSON")),
        ("\"cause\":1", "\"cause\":2", .init(line: 10, column: 0, reason: "does not belong to entry 1")),
        ("\"number\":1,", "", .init(line: 10, column: 0, reason: "")),
        ("\"kind\":\"message\",", "", .init(line: 10, column: 1, reason: "NOT NULL constraint failed: journal.kind")),
        ("\"bytes\":\"", "\"bytes\":\"AAAA", .init(line: 13, column: 0, reason: "the bytes do not match the name")),
        ("{\"end\"", "{\"journal\":{}}\n{\"end\"", .init(line: 14, column: 1, reason: "a positive 'sequence'")),
        ("\"lines\":13", "\"lines\":12", .init(line: 14, column: 9, reason: "found 13 before the end marker")),
        ("{\"end\":{\"lines\":13}}\n", "", .init(line: 14, column: 1, reason: "the end marker is missing")),
        (
            "{\"end\":{\"lines\":13}}\n", "{\"end\":{\"lines\":13}}\n{}\n",
            .init(line: 15, column: 1, reason: "unexpected line after the end marker")
        ),
    ]

    @Test(arguments: mistakes.indices)
    func `an invalid line is reported with its position, and nothing is imported`(index: Int) async throws {
        let (old, new, expected) = Self.mistakes[index]
        let testStore = try await talked()
        let text = try exported(testStore.path)
        let place = try #require(text.range(of: old), "\(old)")
        let wrong = text.replacingCharacters(in: place, with: new)
        let other = try TemporaryDirectory()
        do {
            try take(wrong, into: other.path)
            #expect(expected.reason.isEmpty, "it was taken: \(old)")
        } catch let error as ImportError {
            #expect(error.line == expected.line, "\(error)")
            #expect(expected.column == 0 || error.column == expected.column, "\(error)")
            #expect(error.reason.contains(expected.reason), "\(error)")
            #expect(try !FileManager.default.contentsOfDirectory(atPath: other.path).contains { $0.hasPrefix("bot") })
        }
        // The folder is unchanged.
        if !expected.reason.isEmpty { #expect(try take(text, into: other.path).entries == 3) }
    }

    @Test(arguments: ["", "\n", "null\n", "[]\n", "\u{0}\u{0}\n", "{}\n", String(repeating: "[", count: 100_000)])
    func `a file that is not a journal is rejected`(text: String) throws {
        let folder = try TemporaryDirectory()
        #expect(throws: ImportError.self) { try take(text, into: folder.path) }
    }

    @Test func `an endless line is rejected before it fills the memory`() throws {
        let folder = try TemporaryDirectory()
        let taking = try JournalImport(into: try DataDirectory(folder.path), cipher: nil)
        let piece = Data(repeating: UInt8(ascii: "a"), count: 1 << 20)
        #expect(throws: ImportError(line: 1, column: 1, reason: "a line may have at most 67108864 bytes")) {
            for _ in 0..<100 { try taking.consume(piece) }
        }
        taking.discard()
    }

    @Test func `a folder with a journal, or in use, is left unchanged by an import`() async throws {
        let testStore = try await talked()
        let text = try exported(testStore.path)
        #expect(throws: StorageError.self) { try take(text, into: testStore.path) }
        let path = testStore.path
        try testStore.close()
        do {
            try take(text, into: path)
            Issue.record("it was taken in")
        } catch let error as StorageError {
            #expect("\(error)".contains("it already contains a journal"))
        }
        #expect(try exported(path) == text)
    }
}
