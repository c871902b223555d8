import BotTesting
import ChatModel
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(15)))
struct RecentEntriesTests {
    private static func entries(_ sequences: ClosedRange<Int64>, bytes: Int = 10) -> [Entry] {
        sequences.map { sequence in
            var entry = Entry(.make(.make(text: "\(sequence)")), as: sequence)
            entry.frame = Array(repeating: 0, count: bytes)
            return entry
        }
    }

    @Test func `entries that follow a sequence are taken once`() {
        let recent = RecentEntries()
        recent.follow()
        recent.add(Self.entries(1...3))
        recent.add(Self.entries(4...5))
        #expect(recent.take(after: 2)?.map(\.sequence) == [3, 4, 5])
        #expect(recent.take(after: 2) == nil)
    }

    @Test func `a reader that is too far behind has to read from the journal first`() {
        let recent = RecentEntries()
        recent.follow()
        recent.add(Self.entries(8...9))
        #expect(recent.take(after: 5) == nil)
        #expect(recent.take(after: 7)?.map(\.sequence) == [8, 9])
    }

    @Test func `nothing is kept without a reader, beyond the limits, or after a change of the journal`() {
        let recent = RecentEntries()
        recent.add(Self.entries(1...2))
        #expect(recent.take(after: 0) == nil)
        recent.follow()
        for entry in Self.entries(1...9, bytes: 1 << 20) { recent.add([entry]) }
        #expect(recent.take(after: 0) == nil)
        recent.add(Self.entries(10...11))
        recent.discard()
        #expect(recent.take(after: 9) == nil)
    }

    @Test func `texts that are replaced before the archive has them are not archived`() async throws {
        let testStore = try await TestStore()
        let store = try testStore.store
        let archive = try Archive(
            folder: testStore.dataFolder, store: store, time: testStore.time, logger: testStore.logger, event: { _ in nil })
        store.journal.recent.follow()
        try await store.journal.append([.make(.make(text: "secret"))])
        try await archive.rewrite([1]) { _ in nil }
        #expect(store.journal.recent.take(after: 0) == nil)
        try archive.close()
    }
}
