import BotTesting
import ChatModel
import Storage
import Synchronization
import Testing

@testable import Console

struct JournalFeedTests {
    @Test func `a slow browser is dropped, counted, and delays no other`() async throws {
        var limits = ConsoleLimits()
        limits.batchesPerStream = 2
        let console = try await ConsoleHarness(limits: limits)
        let drops = Mutex(0)
        let slow = try #require(console.feed.subscribe { drops.withLock { $0 += 1 } })
        var other = try #require(console.feed.subscribe {}).batches.makeAsyncIterator()
        for number in 1...3 as ClosedRange<Int64> {
            console.feed.publish(FeedBatch(after: number))
            let batch = await other.next()
            #expect(batch?.after == number)
        }
        #expect(drops.withLock { $0 } == 1 && console.feed.dropped == 1 && console.feed.watching == 1)
        var seen: [Int64] = []
        for await batch in slow.batches { seen.append(batch.after) }
        #expect(seen == [1, 2])
    }

    @Test func `more browsers than the limit are refused`() async throws {
        var limits = ConsoleLimits()
        limits.streams = 2
        let console = try await ConsoleHarness(limits: limits)
        let first = try #require(console.feed.subscribe {})
        _ = try #require(console.feed.subscribe {})
        #expect(console.feed.subscribe {} == nil)
        console.feed.unsubscribe(first)
        #expect(console.feed.subscribe {} != nil)
    }

    @Test func `the feed reads while a browser watches and ends its streams at the end`() async throws {
        let console = try await ConsoleHarness()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await console.feed.run() }
            var batches = try #require(console.feed.subscribe {}).batches.makeAsyncIterator()
            let first = await batches.next()
            #expect(first?.appended.isEmpty == true)
            let sequences = try await console.say("one", "two")
            await console.time.waitForSleepers()
            console.time.advance(by: JournalFeed.interval)
            let second = await batches.next()
            #expect(second?.appended.map(\.entry.sequence) == sequences)
            console.feed.finish()
            let end = await batches.next()
            #expect(end == nil)
            #expect(console.feed.subscribe {} == nil)
            await console.time.waitForSleepers()
            console.time.advance(by: JournalFeed.interval)
            try await group.next()
        }
    }

    @Test func `a burst is shown, and of a journal that stays busy the newest entries of each second`() async throws {
        let console = try await ConsoleHarness()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await console.feed.run() }
            var batches = try #require(console.feed.subscribe {}).batches.makeAsyncIterator()
            let first = try #require(await batches.next())
            func look(after interval: Duration) async -> FeedBatch? {
                await console.time.waitForSleepers()
                console.time.advance(by: interval)
                return await batches.next()
            }
            func append(_ count: Int) async throws {
                try await console.store.store.journal.append((1...count).map { NewEntry.make(Message.make(text: "\($0)")) })
            }
            try await append(JournalFeed.burst)
            var last = first.after
            for _ in 0..<(JournalFeed.burst / JournalFeed.batch) {
                let batch = try #require(await look(after: JournalFeed.interval))
                #expect(batch.leftOutAfter == nil && batch.after == last && batch.appended.count == JournalFeed.batch)
                last += Int64(JournalFeed.batch)
            }
            for count in [500, JournalFeed.rowsPerSecond + 1] {
                try await append(count)
                let batch = try #require(await look(after: count == 500 ? JournalFeed.interval : JournalFeed.busyInterval))
                #expect(batch.leftOutAfter == last)
                last += Int64(count)
                #expect(batch.after == last - Int64(JournalFeed.rowsAfterGap))
                #expect(batch.appended.count == JournalFeed.rowsAfterGap)
            }
            try await append(JournalFeed.rowsPerSecond)
            let calm = try #require(await look(after: JournalFeed.busyInterval))
            #expect(calm.leftOutAfter == nil && calm.appended.count == JournalFeed.rowsPerSecond)
            console.feed.finish()
            await console.time.waitForSleepers()
            console.time.advance(by: JournalFeed.interval)
            try await group.next()
        }
    }
}
