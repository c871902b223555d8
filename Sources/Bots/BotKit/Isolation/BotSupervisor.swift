import Synchronization

/// The per-bot part of the runtime: its state store, its executor and its failure statistics.
///
/// Failures count in the clan in which they happen, and suspend the bot there alone. A crash and a blocked thread concern all clans.
package final class BotSupervisor: Sendable {
    /// The reason why a bot is suspended.
    package enum SuspensionReason: Hashable, Sendable, CustomStringConvertible {
        /// The bot has not yielded its thread.
        case stuck(Duration)
        case failing(times: Int, last: String)
        case slowPrecheck(Duration, times: Int)
        /// The bot has ended the process.
        case crashing(times: Int)

        package var description: String {
            switch self {
            case .stuck(let time): "it has blocked its thread for \(Self.text(time))"
            case .failing(let times, let last): "it failed \(times) times in a row, last: \(last)"
            case .slowPrecheck(let time, let times): "its precheck took too long \(times) times in a row, last \(Self.text(time))"
            case .crashing(let times): "it crashed the process \(times) times within ten minutes"
            }
        }

        private static func text(_ time: Duration) -> String {
            time < .seconds(1) ? "\(Int(time / .milliseconds(1))) ms" : "\(Int(time / .seconds(1))) s"
        }
    }

    /// Callbacks that record on disk which invocations are running, so that a bot that ends the process can be identified.
    package struct InvocationMarkers: Sendable {
        var begin: @Sendable (InvocationRecord.Name) -> Int?
        /// Called when code of the invocation begins to run on this thread, up to its next suspension.
        var enter: @Sendable (Int) -> Void
        var end: @Sendable (Int) -> Void

        package init(
            begin: @escaping @Sendable (InvocationRecord.Name) -> Int?, enter: @escaping @Sendable (Int) -> Void,
            end: @escaping @Sendable (Int) -> Void
        ) {
            self.begin = begin
            self.enter = enter
            self.end = end
        }
    }

    private typealias Suspension = (until: Duration, reason: SuspensionReason)

    /// The failures in one place.
    private struct Record {
        /// Consecutive failures, as the sum of their weights and as their number.
        var failures = 0
        var times = 0
        var slowPrechecks = 0
        var suspension: Suspension?
        /// The users who have been told about the suspension.
        var informed: Set<UserID> = []
        /// The time of the last failure or slow precheck.
        var changedAt: Duration = .zero

        var isClean: Bool { failures == 0 && slowPrechecks == 0 && suspension == nil }
    }

    private struct State {
        /// The places with failures.
        var records: [InvocationPlace: Record] = [:]
        /// The suspension in all places after crashes, and the users who have been told about it.
        var crashSuspension: Suspension?
        var informed: Set<UserID> = []
        /// The steps under way, and those among them that the application has stopped waiting for.
        var steps: Set<Int> = []
        var abandoned: [Int: InvocationPlace] = [:]
        var lastWatch = 0
    }

    private typealias Report = [(place: InvocationPlace?, reason: SuspensionReason?)]

    private static let maxPlaces = 1024  // Those whose last failure is longest ago are dropped.
    private static let maxFailures = 10
    private static let maxSlowPrechecks = 100
    private static let precheckLimit = Duration.milliseconds(1)
    private static let stuckAfter = Duration.milliseconds(250)
    private static let longAttempt = Duration.seconds(5)
    private static let pause = Duration.seconds(600)
    private static let shortPatience = Duration.milliseconds(250)

    let memory: BotStateStore
    private let executor: (any BotExecutor)?
    let time: any TimeSource
    private let markers: InvocationMarkers?
    /// The journal entries that have ended the process too often, with their dead-letter numbers.
    private let deadLetters: [InvocationRecord.Name: Int64]
    private let neverSuspends: Bool
    private let onSuspensionChange: @Sendable (InvocationPlace?, SuspensionReason?) -> Void
    private let state: Mutex<State>

    /// Creates a supervisor.
    ///
    /// - Parameters:
    ///   - suspension: The remaining suspension of a bot that has ended the process too often.
    ///   - neverSuspends: A Boolean value that indicates whether the bot is never suspended, as in a replay.
    ///   - onSuspensionChange: Called with the place and the reason when the bot is suspended, and without a reason when the suspension has
    ///     ended. Without a place, the suspension holds everywhere.
    package init(
        memory: BotStateStore = BotStateStore(), executor: (any BotExecutor)? = nil, time: any TimeSource = SystemTime(),
        markers: InvocationMarkers? = nil,
        deadLetters: [InvocationRecord.Name: Int64] = [:], suspension: (for: Duration, reason: SuspensionReason)? = nil,
        neverSuspends: Bool = false,
        onSuspensionChange: @escaping @Sendable (InvocationPlace?, SuspensionReason?) -> Void = { _, _ in }
    ) {
        self.memory = memory
        self.executor = executor
        self.time = time
        self.markers = markers
        self.deadLetters = deadLetters
        self.neverSuspends = neverSuspends
        self.onSuspensionChange = onSuspensionChange
        state = Mutex(State(crashSuspension: suspension.map { (time.uptime + $0.for, $0.reason) }))
        if let suspension { onSuspensionChange(nil, suspension.reason) }
    }

    private static let deadLetter = "dead letter "
    private static let suspended = "suspended: "

    /// Returns whether a trace's reason says that an entry was withheld from a bot because of earlier failures.
    package static func isRefusal(_ reason: String) -> Bool { reason.hasPrefix(deadLetter) || reason.hasPrefix(suspended) }

    /// Returns the reason why the entry is withheld from the bot, or nil.
    func refusal(of name: InvocationRecord.Name, in place: InvocationPlace) -> String? {
        if let letter = deadLetters[name] { return "\(Self.deadLetter)\(letter): it crashed the process three times" }
        if let executor, executor.busy > Self.stuckAfter {
            executor.demote()
            return "\(Self.suspended)\(SuspensionReason.stuck(executor.busy))"
        }
        let now = time.uptime
        return state.withLock { state in
            let suspension = [state.crashSuspension, state.records[place]?.suspension].compactMap(\.self).first { now < $0.until }
            return suspension.map { "\(Self.suspended)\($0.reason)" }
        }
    }

    /// Returns whether a user who calls a command learns of the suspension for the first time.
    ///
    /// - Parameter refusal: The reason why the entry is withheld.
    func recordInformed(_ refusal: String, of user: UserID, in place: InvocationPlace) -> Bool {
        refusal.hasPrefix(Self.suspended)
            && state.withLock { state in
                state.records[place]?.informed.insert(user).inserted ?? state.informed.insert(user).inserted
            }
    }

    /// Runs the bot's own code on its executor.
    func run<Value: Sendable>(
        _ watch: RunningInvocation, _ step: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        state.withLock { _ = $0.steps.insert(watch.id) }
        defer {
            state.withLock { state in
                state.steps.remove(watch.id)
                state.abandoned[watch.id] = nil
            }
        }
        guard let executor else { return try await step() }
        return try await withTaskExecutorPreference(executor) {
            if let marker = watch.mark { markers?.enter(marker) }
            return try await step()
        }
    }

    /// Returns the time limit of a step, if less than the general limit: a step of this bot exceeded its limit in the same place
    /// and is still running. A bot that never returns thus delays its channel only once.
    func patience(in place: InvocationPlace) -> Duration? {
        state.withLock { $0.abandoned.values.contains(place) && !neverSuspends ? Self.shortPatience : nil }
    }

    /// A running invocation.
    struct RunningInvocation: Sendable {
        let id: Int
        let place: InvocationPlace
        let mark: Int?
        let since: Duration
    }

    func begin(_ name: InvocationRecord.Name, in place: InvocationPlace) -> RunningInvocation {
        let id = state.withLock { state in
            state.lastWatch += 1
            return state.lastWatch
        }
        return RunningInvocation(id: id, place: place, mark: markers?.begin(name), since: time.uptime)
    }

    /// Records the end of an invocation. A failure that took long has delayed its channel and has a larger weight.
    ///
    /// - Parameter waited: The part of its time spent waiting for other invocations.
    func end(_ watch: RunningInvocation, failure: String?, waited: Duration = .zero) {
        if let mark = watch.mark { markers?.end(mark) }
        let now = time.uptime
        let weight = now - watch.since - waited > Self.longAttempt ? 4 : 1
        let news = state.withLock { state -> Report in
            if state.steps.contains(watch.id) { state.abandoned[watch.id] = watch.place }
            guard let failure else { return recordSuccess(in: watch.place, at: now, &state) }
            return change(watch.place, at: now, &state) { record in
                record.failures += weight
                record.times += 1
                guard record.failures >= Self.maxFailures else { return false }
                return suspend(.failing(times: record.times, last: failure), at: now, &record)
            }
        }
        tell(news)
    }

    private func recordSuccess(in place: InvocationPlace, at now: Duration, _ state: inout State) -> Report {
        var news: Report = []
        state.informed = []
        // An invocation begun before a suspension does not end it.
        if let (until, _) = state.crashSuspension, now >= until {
            state.crashSuspension = nil
            news.append((nil, nil))
        }
        guard var record = state.records[place] else { return news }
        (record.failures, record.times, record.informed) = (0, 0, [])
        if let (until, _) = record.suspension, now >= until {
            record.suspension = nil
            news.append((place, nil))
        }
        state.records[place] = record.isClean ? nil : record
        return news
    }

    /// Changes the failures of a place.
    ///
    /// - Parameter change: Returns whether the bot is newly suspended there.
    private func change(
        _ place: InvocationPlace, at now: Duration, _ state: inout State, _ change: (inout Record) -> Bool
    ) -> Report {
        var record = state.records[place] ?? Record()
        record.changedAt = now
        var news: Report = change(&record) ? [(place, record.suspension?.reason)] : []
        state.records[place] = record
        if state.records.count > Self.maxPlaces,
            let oldest = state.records.min(by: { ($0.value.changedAt, $0.key) < ($1.value.changedAt, $1.key) })
        {
            state.records[oldest.key] = nil
            if oldest.value.suspension != nil { news.append((oldest.key, nil)) }
        }
        return news
    }

    private func tell(_ news: Report) {
        for (place, reason) in news { onSuspensionChange(place, reason) }
    }

    /// Records the end of an invocation whose outcome says nothing about the bot.
    func pass(_ watch: RunningInvocation) {
        if let mark = watch.mark { markers?.end(mark) }
        state.withLock { state in if state.steps.contains(watch.id) { state.abandoned[watch.id] = watch.place } }
    }

    /// Runs synchronous code of the bot.
    func runSynchronously<Value>(_ look: () -> Value) -> Value { executor?.look(look) ?? look() }

    /// Runs a precheck and measures its duration.
    func precheck(in place: InvocationPlace, _ look: () -> Verdict) -> Verdict {
        let start = time.uptime
        let verdict = self.runSynchronously(look)
        let end = time.uptime
        let news = state.withLock { state -> Report in
            guard end - start > Self.precheckLimit else {
                if var record = state.records[place], record.slowPrechecks > 0 {
                    record.slowPrechecks = 0
                    state.records[place] = record.isClean ? nil : record
                }
                return []
            }
            return change(place, at: end, &state) { record in
                record.slowPrechecks += 1
                guard record.slowPrechecks >= Self.maxSlowPrechecks else { return false }
                let reason = SuspensionReason.slowPrecheck(end - start, times: record.slowPrechecks)
                record.slowPrechecks = 0
                return suspend(reason, at: end, &record)
            }
        }
        tell(news)
        return verdict
    }

    /// Suspends the bot in a place and returns whether it was not suspended there before.
    private func suspend(_ reason: SuspensionReason, at now: Duration, _ record: inout Record) -> Bool {
        if neverSuspends { return false }
        let isNew = record.suspension.map { now >= $0.until } ?? true
        if isNew { record.informed = [] }
        record.suspension = (now + Self.pause, reason)
        return isNew
    }
}
