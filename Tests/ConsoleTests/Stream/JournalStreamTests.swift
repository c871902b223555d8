import BotTesting
import ChatModel
import Storage
import Synchronization
import Testing

@testable import Console

struct JournalStreamTests {
    /// Runs a stream over batches that are published before it starts, and returns what it writes.
    private static func written(
        _ console: ConsoleHarness, after sequence: Int64, filter: JournalFilter = JournalFilter(),
        publish: (JournalFeed) async throws -> Void = { _ in }
    ) async throws -> [String] {
        let subscription = try #require(console.feed.subscribe {})
        try await publish(console.feed)
        console.feed.finish()
        let stream = JournalStream(
            reader: console.handler.context.reader, filter: filter, subscription: subscription,
            render: { lines, _ in lines.map { "row \($0.entry.sequence)" } }, renderGap: { "gap" })
        let texts = Mutex<[String]>([])
        try await stream.run(after: sequence) { text in texts.withLock { $0.append(text) } }
        return texts.withLock { $0 }
    }

    private static func ids(_ texts: [String]) -> [Int64] {
        texts.joined().split(separator: "\n\n").filter { $0.contains("event: entry") }.compactMap {
            $0.split(separator: "\n").first.flatMap { Int64($0.dropFirst(4)) }
        }
    }

    @Test func `a resumed stream sends each missed entry once, and then the new ones`() async throws {
        let console = try await ConsoleHarness()
        let before = try await console.say("a", "b", "c")
        let texts = try await Self.written(console, after: before[0]) { feed in
            let reader = console.handler.context.reader
            // Published while the stream has not started: entries that its own reading finds too.
            feed.publish(FeedBatch(after: before[1], appended: try await reader.lines(after: before[1], limit: 10)))
            let later = try await console.say("d", "e")
            feed.publish(FeedBatch(after: later[0] - 1, appended: try await reader.lines(after: later[0] - 1, limit: 10)))
        }
        #expect(Self.ids(texts) == Array((before[0] + 1)...(before[0] + 4)))
    }

    @Test func `entries between the last one read and the beginning of the feed are read`() async throws {
        let console = try await ConsoleHarness()
        let first = try await console.say("a")
        let last = try await console.say("b", "c")
        let texts = try await Self.written(console, after: first[0]) { $0.publish(FeedBatch(after: last[1])) }
        #expect(Self.ids(texts) == last)
    }

    @Test func `a filter omits entries but not positions`() async throws {
        let console = try await ConsoleHarness()
        let first = try await console.say("a")
        let last = try await console.say("b")
        var filter = JournalFilter()
        filter.kind = "reaction"
        let texts = try await Self.written(console, after: first[0], filter: filter)
        #expect(Self.ids(texts).isEmpty)
        #expect(texts.last == "id: \(last[0])\nevent: position\ndata: \n\n")
    }

    @Test func `entries that the feed leaves out are shown as a gap`() async throws {
        let console = try await ConsoleHarness()
        let last = try await console.say("a", "b")
        let texts = try await Self.written(console, after: last[0]) {
            $0.publish(FeedBatch(after: last[1] + 500, leftOutAfter: last[1]))
        }
        #expect(Self.ids(texts) == [last[1]])
        #expect(texts.contains("id: \(last[1] + 500)\nevent: gap\ndata: gap\n\n"))
    }

    @Test func `a browser that has missed too much loads the page again`() async throws {
        let console = try await ConsoleHarness()
        try await console.store.store.journal.append(
            (0...Int(JournalStream.maxMissed)).map { NewEntry.make(Message.make(text: "\($0)")) })
        let texts = try await Self.written(console, after: 0)
        #expect(texts.first?.contains("event: reload") == true && Self.ids(texts).isEmpty)
    }

    @Test func `a changed outcome has no id, so that the position stays`() async throws {
        let console = try await ConsoleHarness()
        let sequence = try await console.say("a")[0]
        let line = try #require(try await console.handler.context.reader.line(sequence))
        let texts = try await Self.written(console, after: sequence) { $0.publish(FeedBatch(after: sequence, changed: [line])) }
        #expect(texts.last == "event: change\ndata: row \(sequence)\n\n")
    }
}
