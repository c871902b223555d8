import AsyncSupport
import ChatModel
import Logging
import Storage
import Synchronization

/// Reads the journal for all browsers that watch it, once for all of them, and not at all while none does.
///
/// A browser that does not keep up is dropped and resumes from the last entry it has shown, so that it delays neither the bot nor
/// other browsers.
final class JournalFeed: Sendable {
    /// The interval between two looks. A turn or a delivery changes a row without an entry of its own, so a signal of the journal
    /// would not do; looking four times a second bounds the cost however busy the bot is.
    static let interval: Duration = .milliseconds(250)
    /// Entries of one look.
    static let batch = 100
    /// The rows a second that are shown of a journal that is always busy, and those that are shown at once after it was calm. Beyond
    /// them entries are left out: nobody reads a thousand rows a second, and rendering them would slow the bot.
    static let rowsPerSecond = 40
    static let burst = 1_000
    /// The newest entries shown after some are left out, and the interval to the next look.
    static let rowsAfterGap = 20
    static let busyInterval: Duration = .seconds(1)
    /// Looks between two signs of life, which reveal a connection whose browser is gone.
    static let looksPerSignOfLife = 60

    private struct Subscriber {
        let continuation: AsyncStream<FeedBatch>.Continuation
        let drop: @Sendable () -> Void
    }

    private struct State {
        var subscribers: [Int: Subscriber] = [:]
        var lastID = 0
        var dropped = 0
        var isFinished = false
    }

    /// A browser's place in the feed.
    struct Subscription: Sendable {
        fileprivate let id: Int
        let batches: AsyncStream<FeedBatch>
    }

    private let reader: JournalReader
    private let limits: ConsoleLimits
    private let time: any TimeSource
    private let logger: Logger
    private let state = Mutex(State())
    private let isWatched = AsyncSignal()

    init(reader: JournalReader, limits: ConsoleLimits, time: any TimeSource, logger: Logger) {
        self.reader = reader
        self.limits = limits
        self.time = time
        self.logger = logger
    }

    /// The number of browsers that watch.
    var watching: Int { state.withLock { $0.subscribers.count } }
    /// The number of streams that ended because their browser was too slow.
    var dropped: Int { state.withLock { $0.dropped } }

    /// Adds a browser; nil if too many watch already.
    ///
    /// - Parameter drop: Called once if the browser is too slow, to close its connection.
    func subscribe(drop: @escaping @Sendable () -> Void) -> Subscription? {
        let (stream, continuation) = AsyncStream<FeedBatch>.makeStream(bufferingPolicy: .bufferingOldest(limits.batchesPerStream))
        let id: Int? = state.withLock { state in
            guard !state.isFinished, state.subscribers.count < limits.streams else { return nil }
            state.lastID += 1
            state.subscribers[state.lastID] = Subscriber(continuation: continuation, drop: drop)
            return state.lastID
        }
        guard let id else { return nil }
        isWatched.signal()
        return Subscription(id: id, batches: stream)
    }

    func unsubscribe(_ subscription: Subscription) {
        state.withLock { $0.subscribers.removeValue(forKey: subscription.id) }?.continuation.finish()
    }

    /// Ends all streams; later ones are refused.
    func finish() {
        let subscribers = state.withLock { state in
            state.isFinished = true
            defer { state.subscribers = [:] }
            return Array(state.subscribers.values)
        }
        for subscriber in subscribers { subscriber.continuation.finish() }
        isWatched.finish()
    }

    /// Hands a batch to every browser and drops those that do not keep up.
    func publish(_ batch: FeedBatch) {
        let slow = state.withLock { state -> [Subscriber] in
            var slow: [Subscriber] = []
            for (id, subscriber) in state.subscribers {
                guard case .dropped = subscriber.continuation.yield(batch) else { continue }
                slow.append(subscriber)
                state.subscribers[id] = nil
                state.dropped += 1
            }
            return slow
        }
        for subscriber in slow {
            subscriber.continuation.finish()
            subscriber.drop()
        }
        guard !slow.isEmpty else { return }
        logger.info("Slow console streams dropped", metadata: ["console.streams": "\(slow.count)"])
    }

    /// Reads the journal until `finish` is called.
    ///
    /// - Throws: `CancellationError`.
    func run() async throws {
        for await _ in isWatched.signals { try await watch() }
    }

    private func watch() async throws {
        var tracker = OutcomeTracker()
        var position: Int64?
        var looks = 0
        var allowance = Self.burst
        while watching > 0 {
            var interval = Self.interval
            do {
                let last = try await reader.lastSequence()
                let begin = position ?? last
                let leavesOut = last - begin > allowance
                let after = leavesOut ? last - Int64(Self.rowsAfterGap) : begin
                if position == nil {
                    let recent = Int64(OutcomeTracker.maxEntries)
                    for line in try await reader.lines(after: max(0, last - recent), limit: OutcomeTracker.maxEntries) {
                        tracker.note(line)
                    }
                }
                let appended = try await reader.lines(after: after, limit: leavesOut ? Self.rowsAfterGap : Self.batch)
                position = appended.last?.entry.sequence ?? after
                let batch = FeedBatch(
                    after: after, leftOutAfter: leavesOut ? begin : nil, appended: appended,
                    changed: try await changes(of: &tracker))
                for line in appended { tracker.note(line) }
                allowance = leavesOut ? 0 : allowance - appended.count
                if leavesOut { interval = Self.busyInterval }
                looks += 1
                // The first look tells where the feed begins: entries may have come since its browser has read the last one.
                let isAlive = looks % Self.looksPerSignOfLife == 1
                if isAlive || !batch.appended.isEmpty || !batch.changed.isEmpty { publish(batch) }
            } catch let error as CancellationError {
                throw error
            } catch {
                logger.warning(
                    "Console cannot read the journal", metadata: ["storage.error": "\(StorageErrorDescription.words(for: error))"]
                )
            }
            try await time.sleep(for: interval)
            allowance = min(Self.burst, allowance + Int(Double(Self.rowsPerSecond) * (interval / .seconds(1))))
        }
    }

    private func changes(of tracker: inout OutcomeTracker) async throws -> [JournalReader.Line] {
        var changed: [JournalReader.Line] = []
        for line in try await reader.lines(tracker.sequences) where tracker.hasChanged(line) {
            changed.append(line)
            tracker.note(line)
        }
        return changed
    }
}
