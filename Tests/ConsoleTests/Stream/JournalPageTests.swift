import BotTesting
import ChatModel
import Storage
import Testing

@testable import Console

struct JournalPageTests {
    @Test func `thousands of entries are paged without a gap or a double`() async throws {
        let console = try await ConsoleHarness()
        let reader = console.handler.context.reader
        for part in 0..<4 {
            try await console.store.store.journal.append(
                (0..<1000).map { NewEntry.make(Message.make(text: "\(part * 1000 + $0)")) })
        }
        var sequences: [Int64] = []
        var before: Int64?
        repeat {
            let page = try await JournalPage(before: before, JournalFilter(), from: reader)
            #expect(page.lines.count <= JournalPage.rows)
            sequences += page.lines.map(\.entry.sequence)
            before = page.next
        } while before != nil
        #expect(sequences == Array((1...4_000).reversed()))
    }

    @Test func `a filter without matches looks at a limited number of entries and continues from there`() async throws {
        let console = try await ConsoleHarness()
        try await console.store.store.journal.append((0..<6000).map { NewEntry.make(Message.make(text: "\($0)")) })
        var filter = JournalFilter()
        filter.kind = "reaction"
        let page = try await JournalPage(before: nil, filter, from: console.handler.context.reader)
        #expect(page.lines.isEmpty && page.next == 1001)
    }

    @Test func `filters narrow by place, person and kind`() async throws {
        let console = try await ConsoleHarness()
        try await console.say("a", by: .an)
        let found = try await console.say("b", by: .binh)
        var filter = JournalFilter()
        filter.user = Author.binh.id
        filter.channel = .general
        filter.kind = "message"
        let page = try await JournalPage(before: nil, filter, from: console.handler.context.reader)
        #expect(page.lines.map(\.entry.sequence) == found)
    }
}
