import Synchronization

/// The per-bot part of the runtime: its state store, its executor and its failure statistics.
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

    private struct State {
        /// Consecutive failures, as the sum of their weights and as their number.
        var failures = 0
        var times = 0
        var slowPrechecks = 0
        var suspension: (until: Duration, trouble: SuspensionReason)?
        /// The users who have been told about the suspension.
        var informed: Set<UserID> = []
        /// The steps under way, and those among them that the application has stopped waiting for.
        var steps: Set<Int> = []
        var abandoned: Set<Int> = []
        var lastWatch = 0
    }

    private static let mostFailures = 10
    private static let mostSlowPrechecks = 100
    private static let precheckLimit = Duration.milliseconds(1)
    private static let stuckAfter = Duration.milliseconds(250)
    private static let longAttempt = Duration.seconds(5)
    private static let pause = Duration.seconds(600)
    private static let shortPatience = Duration.milliseconds(250)

    let memory: BotStateStore
    private let executor: (any BotExecutor)?
    private let time: any TimeSource
    private let markers: InvocationMarkers?
    /// The journal entries that have ended the process too often, with their dead-letter numbers.
    private let deadLetters: [InvocationRecord.Name: Int64]
    private let neverSuspends: Bool
    private let onSuspensionChange: @Sendable (SuspensionReason?) -> Void
    private let state: Mutex<State>

    /// Creates a supervisor.
    ///
    /// - Parameters:
    ///   - suspension: The remaining suspension of a bot that has ended the process too often.
    ///   - isPatient: A Boolean value that indicates whether the bot is never suspended, as in a replay.
    ///   - tell: Called with the reason when the bot is suspended, and with nil when the suspension has ended.
    package init(
        memory: BotStateStore = BotStateStore(), place: (any BotExecutor)? = nil, time: any TimeSource = SystemTime(),
        marks: InvocationMarkers? = nil,
        letters: [InvocationRecord.Name: Int64] = [:], suspension: (for: Duration, trouble: SuspensionReason)? = nil,
        isPatient: Bool = false, tell: @escaping @Sendable (SuspensionReason?) -> Void = { _ in }
    ) {
        self.memory = memory
        self.executor = place
        self.time = time
        self.markers = marks
        self.deadLetters = letters
        self.neverSuspends = isPatient
        self.onSuspensionChange = tell
        state = Mutex(State(suspension: suspension.map { (time.uptime + $0.for, $0.trouble) }))
        if let suspension { tell(suspension.trouble) }
    }

    private static let deadLetter = "dead letter "
    private static let suspended = "suspended: "

    /// Returns whether a trace's reason says that an entry was withheld from a bot because of earlier failures.
    package static func isRefusal(_ reason: String) -> Bool { reason.hasPrefix(deadLetter) || reason.hasPrefix(suspended) }

    /// Returns the reason why the entry is withheld from the bot, or nil.
    func refusal(of name: InvocationRecord.Name) -> String? {
        if let letter = deadLetters[name] { return "\(Self.deadLetter)\(letter): it crashed the process three times" }
        if let executor, executor.busy > Self.stuckAfter {
            executor.demote()
            return "\(Self.suspended)\(SuspensionReason.stuck(executor.busy))"
        }
        let now = time.uptime
        return state.withLock { state in
            guard let (until, reason) = state.suspension, now < until else { return nil }
            return "\(Self.suspended)\(reason)"
        }
    }

    /// Returns whether a user who calls a command learns of the suspension for the first time.
    ///
    /// - Parameter refusal: The reason why the entry is withheld.
    func recordInformed(_ refusal: String, of user: UserID) -> Bool {
        refusal.hasPrefix(Self.suspended) && state.withLock { $0.informed.insert(user).inserted }
    }

    /// Runs the bot's own code on its executor.
    func run<Value: Sendable>(
        _ watch: RunningInvocation, _ step: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        state.withLock { _ = $0.steps.insert(watch.id) }
        defer {
            state.withLock { state in
                state.steps.remove(watch.id)
                state.abandoned.remove(watch.id)
            }
        }
        guard let executor else { return try await step() }
        return try await withTaskExecutorPreference(executor) {
            if let marker = watch.mark { markers?.enter(marker) }
            return try await step()
        }
    }

    /// The time limit of a step, if less than the general limit: a step of this bot exceeded its limit and is still running. A
    /// bot that never returns thus delays its channel only once.
    var patience: Duration? { state.withLock { $0.abandoned.isEmpty || neverSuspends ? nil : Self.shortPatience } }

    /// A running invocation.
    struct RunningInvocation: Sendable {
        let id: Int
        let mark: Int?
        let since: Duration
    }

    func begin(_ name: InvocationRecord.Name) -> RunningInvocation {
        let id = state.withLock { state in
            state.lastWatch += 1
            return state.lastWatch
        }
        return RunningInvocation(id: id, mark: markers?.begin(name), since: time.uptime)
    }

    /// Records the end of an invocation. A failure that took long has delayed its channel and has a larger weight.
    ///
    /// - Parameter waited: The part of its time spent waiting for other invocations.
    func end(_ watch: RunningInvocation, failure: String?, waited: Duration = .zero) {
        if let mark = watch.mark { markers?.end(mark) }
        let now = time.uptime
        let weight = now - watch.since - waited > Self.longAttempt ? 4 : 1
        let news = state.withLock { state -> SuspensionReason?? in
            if state.steps.contains(watch.id) { state.abandoned.insert(watch.id) }
            guard let failure else {
                state.failures = 0
                state.times = 0
                state.informed = []
                // An invocation begun before the suspension does not end it.
                guard let (until, _) = state.suspension, now >= until else { return nil }
                state.suspension = nil
                return .some(nil)
            }
            state.failures += weight
            state.times += 1
            guard state.failures >= Self.mostFailures else { return nil }
            return suspend(.failing(times: state.times, last: failure), at: now, &state)
        }
        if let news { onSuspensionChange(news) }
    }

    /// Records the end of an invocation whose outcome says nothing about the bot.
    func pass(_ watch: RunningInvocation) {
        if let mark = watch.mark { markers?.end(mark) }
        state.withLock { state in if state.steps.contains(watch.id) { state.abandoned.insert(watch.id) } }
    }

    /// Runs synchronous code of the bot.
    func runSynchronously<Value>(_ look: () -> Value) -> Value { executor?.look(look) ?? look() }

    /// Runs a precheck and measures its duration.
    func precheck(_ look: () -> Verdict) -> Verdict {
        let start = time.uptime
        let verdict = self.runSynchronously(look)
        let end = time.uptime
        let news = state.withLock { state -> SuspensionReason?? in
            guard end - start > Self.precheckLimit else {
                state.slowPrechecks = 0
                return nil
            }
            state.slowPrechecks += 1
            guard state.slowPrechecks >= Self.mostSlowPrechecks else { return nil }
            let trouble = SuspensionReason.slowPrecheck(end - start, times: state.slowPrechecks)
            state.slowPrechecks = 0
            return suspend(trouble, at: end, &state)
        }
        if let news { onSuspensionChange(news) }
        return verdict
    }

    private func suspend(_ trouble: SuspensionReason, at now: Duration, _ state: inout State) -> SuspensionReason?? {
        if neverSuspends { return nil }
        let isNew = state.suspension.map { now >= $0.until } ?? true
        if isNew { state.informed = [] }
        state.suspension = (now + Self.pause, trouble)
        return isNew ? .some(trouble) : nil
    }
}
