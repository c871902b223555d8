import BotTesting
import ChatModel
import MezonProtocol
import Storage
import Testing

struct LastEntriesTests {
    private let testStore: TestStore

    init() async throws {
        testStore = try await TestStore()
    }

    private func edit(of id: MessageID, to text: String, in channel: ChannelID = .general) -> NewEntry {
        .make(.make(text: text, in: channel, id: id, code: .update))
    }

    private func removal(of id: MessageID) -> NewEntry {
        var envelope = RtEnvelope()
        envelope.channelMessage = ApiChannelMessage(.make(id: id, code: .remove))
        let removal = Removal(message: id, clan: .test, channel: .general, at: testStore.time.now)
        return NewEntry(event: .delete(removal), frame: envelope.wireBytes, receivedAt: testStore.time.now)
    }

    private func sequences(within range: ClosedRange<MessageID>, in channel: ChannelID = .general) async throws -> [Int64] {
        try await testStore.store.journal.lastEntries(in: channel, within: range).map(\.sequence)
    }

    @Test func `each message of the range has its last entry, by ascending id`() async throws {
        try await testStore.store.journal.append([
            .make(.make(text: "one", id: 11)), .make(.make(text: "two", id: 12)), .make(.make(text: "three", id: 13)),
            edit(of: 11, to: "1"), removal(of: 12), edit(of: 11, to: "I"),
        ])
        #expect(try await sequences(within: 11...13) == [6, 5, 3])
        let last = try await testStore.store.journal.lastEntries(in: .general, within: 11...12)
        #expect(last.map(\.kind) == ["edit", "delete"])
    }

    @Test func `the bounds belong to the range, and other channels do not`() async throws {
        try await testStore.store.journal.append([
            .make(.make(id: 10)), .make(.make(id: 11)), .make(.make(in: .random, id: 12)), .make(.make(id: 13)),
            .make(.make(id: 14)),
        ])
        #expect(try await sequences(within: 11...13) == [2, 4])
        #expect(try await sequences(within: 12...12, in: .random) == [3])
        #expect(try await sequences(within: 15...90) == [])
    }
}
