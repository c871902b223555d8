import BotConfiguration
import ChatModel
import Foundation
import Logging
import MezonClient
import ServiceLifecycle
import Storage
import Synchronization

/// Exports spans of some events to a collector, once nothing more is expected to happen to them.
///
/// It follows the journal behind the application, once a second: events that it leaves out cost nothing, the others a few reads.
final class TraceExporter: Service {
    /// The number of spans since the start.
    struct Counts: Hashable, Sendable {
        var exported = 0
        /// The number of spans that the collector did not take, and of those beyond the limit of the queue.
        var dropped = 0
    }

    /// Sends a request and returns the status of the answer.
    typealias Post = @Sendable (_ body: [UInt8], _ url: String) async throws -> Int

    private static let interval = Duration.seconds(1)
    private static let timeout = Duration.seconds(3)  // A shutdown waits for the last request.
    /// The time after which an event that still waits is exported with what is known of it.
    private static let maxWait: TimeInterval = 60
    private static let maxWaiting = 1000  // Events.
    private static let maxPerTick = 200  // Events: a request of some hundred kilobytes.
    private static let maxBehind: Int64 = 200_000  // Entries that one tick looks at.

    private let settings: TracingSettings
    private let store: Store
    private let time: any TimeSource
    private let logger: Logger
    private let state: Mutex<State>

    private struct State {
        var generator: any RandomNumberGenerator & Sendable
        var waiting: [Int64] = []
        var cursor: Int64 = 0
        var counts = Counts()
        var isFailing = false
    }

    /// - Parameter random: The source of ids.
    init(
        _ settings: TracingSettings, store: Store, time: any TimeSource, logger: Logger,
        random: any RandomNumberGenerator & Sendable
    ) {
        self.settings = settings
        self.store = store
        self.time = time
        self.logger = logger
        state = Mutex(State(generator: random))
    }

    var counts: Counts { state.withLock { $0.counts } }

    /// Runs until graceful shutdown, and then exports what is complete.
    func run() async throws {
        store.followCommits()
        let poster = JSONPoster(time: time, timeout: Self.timeout)
        let result: Result<Void, any Error>
        do {
            try await follow(poster.post)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        try await poster.close()
        try result.get()
    }

    private func follow(_ post: @escaping Post) async throws {
        do {
            try await cancelWhenGracefulShutdown { [self] in
                try await start()
                while true {
                    try await time.sleep(for: Self.interval)
                    try await tick(post)
                }
            }
        } catch is CancellationError {
            if !Task.isCancelled { try await tick(post) }
        }
    }

    /// Leaves out what happened before.
    func start() async throws {
        let last = try await store.reader.lastSequence()
        state.withLock { $0.cursor = last }
    }

    /// Exports what is complete by now.
    func tick(_ post: Post) async throws {
        do {
            select(through: try await store.reader.lastSequence())
            let spans = try await completedSpans()
            if !spans.isEmpty { await export(spans, post) }
        } catch let error where !(error is CancellationError || Task.isCancelled) {
            logger.warning("Spans not read", metadata: ["tracing.error": "\(StorageErrorDescription.words(for: error))"])
        }
    }

    /// Returns whether an entry is traced: always the same ones, whenever it is asked.
    static func isSampled(_ sequence: Int64, share: Double) -> Bool {
        var generator = SplitMix64(seed: UInt64(bitPattern: sequence))
        return Double(generator.next() >> 11) / Double(1 << 53) < share
    }

    private func select(through last: Int64) {
        state.withLock { state in
            guard last > state.cursor else { return }
            let first = max(state.cursor + 1, last - Self.maxBehind)
            state.cursor = last
            for sequence in first...last where Self.isSampled(sequence, share: settings.sample) {
                if state.waiting.count < Self.maxWaiting { state.waiting.append(sequence) } else { state.counts.dropped += 1 }
            }
        }
    }

    private func completedSpans() async throws -> [Span] {
        let candidates = state.withLock { Array($0.waiting.prefix(Self.maxPerTick)) }
        var (complete, gone): ([EntryTimes], Set<Int64>) = ([], [])
        for sequence in candidates {
            guard let times = try await store.reader.times(of: sequence), !times.isOwn else {
                gone.insert(sequence)
                continue
            }
            guard times.isComplete || time.now.timeIntervalSince(times.receivedAt) > Self.maxWait else { continue }
            gone.insert(sequence)
            complete.append(times)
        }
        return state.withLock { state in
            state.waiting.removeAll(where: gone.contains)
            // What still waits makes room for later events.
            let rest = Set(candidates).subtracting(gone)
            state.waiting = state.waiting.filter { !rest.contains($0) } + state.waiting.filter(rest.contains)
            let builder = SpanBuilder(commit: store.commitInterval(around:))
            return complete.flatMap { builder.spans(of: $0, using: &state.generator) }
        }
    }

    private func export(_ spans: [Span], _ post: Post) async {
        var failure: String?
        do {
            let status = try await post(Array(try JSONEncoder().encode(SpanExport(spans))), "\(settings.endpoint)/v1/traces")
            if !(200..<300).contains(status) { failure = "status \(status)" }
        } catch {
            failure = "\(error)"
        }
        let wasFailing = state.withLock { state in
            defer { state.isFailing = failure != nil }
            if failure == nil { state.counts.exported += spans.count } else { state.counts.dropped += spans.count }
            return state.isFailing
        }
        if let failure, !wasFailing {
            logger.warning(
                "Spans dropped: the collector does not take them",
                metadata: ["tracing.endpoint": "\(settings.endpoint)", "tracing.error": "\(failure)"])
        } else if failure == nil, wasFailing {
            logger.info("Spans are exported again", metadata: ["tracing.endpoint": "\(settings.endpoint)"])
        }
    }
}
