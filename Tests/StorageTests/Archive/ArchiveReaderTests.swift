import BotTesting
import ChatModel
import Foundation
import GRDB
import MezonProtocol
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(15)))
struct ArchiveReaderTests {
    /// The expected sequence numbers for each query, in ascending order.
    @Test(arguments: [
        (["cam on"], [1, 2, 3]), (["cảm", "ơn"], [1, 2, 3]), (["CẢM ƠN"], [1, 2, 3]), (["on cam"], []),
        (["on", "cam"], [1, 2, 3]),
        (["dung"], [4]), (["ĐÚNG"], [4]), (["đúng", "roi"], [4]), (["scam"], [5]), (["free*"], [5]), (["free"], []),
        (["NEAR(", "hello"], []), (["-hello"], [6]), (["hello OR scam"], []), (["\"hello\""], [6]), (["text:hello"], []),
        (["hello*"], [6]), (["^hello"], [6]), (["hel\0lo"], [6]), (["hello) OR (1"], []),
    ])
    func `words are found regardless of case and diacritics, and operators are treated as text`(parts: [String], found: [Int64])
        async throws
    {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([
            .make(.make(text: "Cảm ơn bạn")), .make(.make(text: "Cảm ơn bạn".decomposedStringWithCanonicalMapping)),
            .make(.make(text: "cam on nhe")), .make(.make(text: "Đúng rồi")),
            .make(.make(text: "a s\u{200B}c\u{AD}am, freely")), .make(.make(text: "hello \"quoted\" world")),
        ])
        try await archived(testStore)
        var search = MessageSearch()
        search.words = try SearchQuery(parts)
        #expect(try await page(search, in: testStore).hits.map(\.sequence) == found.reversed())
    }

    @Test(arguments: [
        ("!!!", SearchError.noWord("!!!")), ("", .noWord("")), ("*", .noWord("*")), ("\u{200B}", .noWord("\u{200B}")),
        ("\"", .noWord("\"")), (String(repeating: "a", count: 1001), .tooLong(limit: 1000)),
    ])
    func `a search part without a word is rejected`(part: String, error: SearchError) {
        #expect(throws: error) { try SearchQuery(["hello", part]) }
    }

    @Test func `a search with more than 32 words is rejected`() {
        #expect(throws: SearchError.tooManyWords(limit: 32)) { try SearchQuery(Array(repeating: "a", count: 33)) }
    }

    @Test func `a message is found once by its newest matching version, with its later change`() async throws {
        let testStore = try await TestStore()
        let (edited, deleted): (MessageID, MessageID) = (11, 12)
        try await testStore.store.journal.append([
            .make(.make(text: "apple pie", id: edited)), .make(.make(text: "apple cake", id: edited, code: .update)),
            .make(.make(text: "pear", id: edited, code: .update)), .make(.make(text: "apple juice", id: deleted)),
            removal(of: deleted), .make(.make(text: "apple", id: 13)),
        ])
        try await archived(testStore)
        var search = MessageSearch()
        search.words = try SearchQuery(["apple"])
        let hits = try await page(search, in: testStore).hits
        #expect(hits.map(\.sequence) == [6, 4, 2])
        #expect(hits.map(\.text) == ["apple", "apple juice", "apple cake"])
        #expect(hits.map(\.since) == [nil, .deleted, .edited])
        #expect(hits.map(\.isEdit) == [false, false, true])
        search.words = nil
        #expect(try await page(search, in: testStore).hits.map(\.text) == ["apple", "apple juice", "pear"])
    }

    @Test func `search pages follow each other without gaps and mark the last one`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append((1...25).map { .make(.make(text: "word \($0)", id: MessageID(Int64($0)))) })
        try await archived(testStore)
        var search = MessageSearch()
        search.words = try SearchQuery(["word"])
        search.limit = 10
        var pages: [[Int64]] = []
        repeat {
            let page = try await page(search, in: testStore)
            pages.append(page.hits.map(\.sequence))
            search.before = page.next
        } while search.before != nil
        #expect(pages == [Array((16...25).reversed()), Array((6...15).reversed()), Array((1...5).reversed())])
    }

    @Test func `a search can be limited to channels, an author and a time range`() async throws {
        let testStore = try await TestStore()
        let noon = Date(timeIntervalSince1970: 1_767_225_600)
        try await testStore.store.journal.append([
            .make(.make(text: "tea", in: .general, by: .an, id: 1, at: noon)),
            .make(.make(text: "tea", in: .general, by: .binh, id: 2, at: noon.addingTimeInterval(60))),
            .make(.make(text: "tea", in: .random, by: .an, id: 3, at: noon.addingTimeInterval(120))),
        ])
        try await archived(testStore)
        func found(_ change: (inout MessageSearch) -> Void) async throws -> [Int64] {
            var search = MessageSearch()
            search.words = try SearchQuery(["tea"])
            change(&search)
            return try await page(search, in: testStore).hits.map(\.sequence)
        }
        #expect(try await found { $0.channels = [.general] } == [2, 1])
        #expect(try await found { $0.author = Author.an.id } == [3, 1])
        #expect(try await found { $0.since = noon.addingTimeInterval(60) } == [3, 2])
        #expect(try await found { $0.until = noon.addingTimeInterval(60) } == [1])
        #expect(try await found { $0.channels = [] } == [])
        #expect(try await found { $0.order = .best }.count == 3)
    }

    @Test func `an index of another format is rebuilt`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append((1...2500).map { .make(.make(text: "word \($0)")) })
        try await archived(testStore)
        let queue = try DatabaseOpener.openArchive(testStore.dataFolder.archive)
        try await queue.write { try $0.execute(sql: "UPDATE index_checkpoint SET format_version = 0") }
        try queue.close()
        #expect(try await ArchiveReader(folder: testStore.path).progress() == 0)
        try await archived(testStore)
        let reader = try ArchiveReader(folder: testStore.path)
        #expect(try await reader.progress() == 2500)
        var search = MessageSearch()
        search.words = try SearchQuery(["2017"])
        #expect(try await reader.page(search).hits.map(\.sequence) == [2017])
    }

    @Test func `an archive of an older version keeps its content`() async throws {
        let testStore = try await TestStore()
        let path = try testStore.dataFolder.archive
        let old = try DatabaseQueue(path: path)
        try await old.write { try $0.execute(sql: ArchiveTable.schema) }
        try await old.write { database in
            try database.execute(sql: "INSERT INTO version VALUES (1, 2, 3, 4, 5, 'An', 'said', 'green tea', 6)")
            try database.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('versions of messages')")
        }
        try old.close()
        #expect(throws: StorageError.olderSchema(file: path)) { try ArchiveReader(folder: testStore.path) }
        try await archived(testStore)
        var search = MessageSearch()
        search.words = try SearchQuery(["green"])
        let hit = SearchHit(
            sequence: 3, message: 2, channel: 1, clan: 4, author: 5, authorName: "An", text: "green tea",
            at: Date(milliseconds: 6), isEdit: false)
        #expect(try await page(search, in: testStore) == SearchPage(hits: [hit], hasMore: false))
    }

    private func archived(_ testStore: TestStore) async throws {
        let archive = try Archive(
            folder: testStore.dataFolder, store: testStore.store, time: testStore.time, logger: testStore.logger, pause: .zero
        ) { entry in
            guard case .envelope(let envelope)? = try? Frame(entry.frame),
                case .event(let event) = DecodedPush(envelope, receivedAt: entry.receivedAt)
            else { return nil }
            return event
        }
        try await archive.catchUp()
        try archive.close()
    }

    private func page(_ search: MessageSearch, in testStore: TestStore) async throws -> SearchPage {
        try await ArchiveReader(folder: testStore.path).page(search)
    }

    private func removal(of id: MessageID) -> NewEntry {
        var envelope = RtEnvelope()
        envelope.channelMessage = ApiChannelMessage(.make(id: id, code: .remove))
        let event = Event.delete(Removal(message: id, clan: .test, channel: .general, at: .distantPast))
        return NewEntry(event: event, frame: envelope.wireBytes, receivedAt: .distantPast)
    }
}
