import BotTesting
import ChatModel
import MezonProtocol
import Storage
import Testing

struct JournalReaderTests {
    @Test func `the journal can be read while it is written`() async throws {
        let testStore = try await TestStore()
        let reader = try testStore.reader()
        #expect(try await reader.lastSequence() == 0)
        try await testStore.store.journal.append([.make(.make(text: "one")), .make(.make(text: "two"))])
        let delivery = NewDelivery(author: "bot:a", ordinal: 0, destination: .random, payload: [1])
        try await testStore.store.turns.commit([Turn(sequence: 1, trace: Trace([.init("bot:a", "send")]), deliveries: [delivery])]
        )
        #expect(try await reader.lastSequence() == 2)
        let lines = try await reader.lines(after: 0, limit: 10)
        let entries = try await testStore.store.journal.entries(after: 0, limit: 10)
        #expect(lines.map(\.entry) == entries)
        #expect(lines.map(\.trace) == [Trace([.init("bot:a", "send")]), nil])
        #expect(lines.map { $0.deliveries.map(\.destination) } == [[.random], []])
        #expect(try await reader.channelLabels() == [.general: "general", .random: "random"])
    }

    @Test func `the journal of a closed store can be read`() async throws {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(.make())])
        try testStore.close()
        #expect(try await testStore.reader().lastSequence() == 1)
    }

    @Test func `reading a missing journal is an error`() throws {
        let folder = try TemporaryDirectory()
        #expect(throws: StorageError.missing(file: folder.path + "/bot.sqlite")) { try JournalReader(folder: folder.path) }
    }
}
