import Synchronization

/// What a house has for one bot: its memory, its thread, and what it knows of the bot's failures.
package final class BotSupervisor: Sendable {
    /// What keeps a bot away from messages.
    package enum SuspensionReason: Hashable, Sendable, CustomStringConvertible {
        /// It has not let go of its thread.
        case stuck(Duration)
        case failing(times: Int, last: String)
        case slowPrecheck(Duration, times: Int)
        /// It ended the process.
        case crashing(times: Int)

        package var description: String {
            switch self {
            case .stuck(let time): "it has not let go of its thread for \(Self.text(time))"
            case .failing(let times, let last): "it failed \(times) times in a row, last: \(last)"
            case .slowPrecheck(let time, let times): "its precheck took \(Self.text(time)), \(times) times in a row too long"
            case .crashing(let times): "it ended the process \(times) times within ten minutes"
            }
        }

        private static func text(_ time: Duration) -> String {
            time < .seconds(1) ? "\(Int(time / .milliseconds(1))) ms" : "\(Int(time / .seconds(1))) s"
        }
    }

    /// What the house does about attempts: it notes on disk which are under way, so that a bot that ends the process is named.
    package struct InvocationMarkers: Sendable {
        var begin: @Sendable (InvocationRecord.Name) -> Int?
        /// Its code begins to run on this thread, up to its next wait.
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
        /// In a row, by their weight, and how many they are.
        var failures = 0
        var times = 0
        var slowPrechecks = 0
        var suspension: (until: Duration, trouble: SuspensionReason)?
        /// Who has been told of it.
        var informed: Set<UserID> = []
        /// The bot's steps under way, and of them those that nobody waits for any more.
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
    private let place: (any BotExecutor)?
    private let time: any TimeSource
    private let marks: InvocationMarkers?
    /// Entries that ended the process too often, by the numbers of their letters.
    private let letters: [InvocationRecord.Name: Int64]
    private let isPatient: Bool
    private let tell: @Sendable (SuspensionReason?) -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - suspension: of a bot that ended the process too often, and for how long yet.
    ///   - isPatient: whether it suspends nobody, as a replay does.
    ///   - tell: hears when the bot is suspended, and, with nil, when it is well again.
    package init(
        memory: BotStateStore = BotStateStore(), place: (any BotExecutor)? = nil, time: any TimeSource = SystemTime(),
        marks: InvocationMarkers? = nil,
        letters: [InvocationRecord.Name: Int64] = [:], suspension: (for: Duration, trouble: SuspensionReason)? = nil,
        isPatient: Bool = false, tell: @escaping @Sendable (SuspensionReason?) -> Void = { _ in }
    ) {
        self.memory = memory
        self.place = place
        self.time = time
        self.marks = marks
        self.letters = letters
        self.isPatient = isPatient
        self.tell = tell
        state = Mutex(State(suspension: suspension.map { (time.uptime + $0.for, $0.trouble) }))
        if let suspension { tell(suspension.trouble) }
    }

    private static let deadLetter = "dead letter "
    private static let suspended = "suspended: "

    /// Whether a trace's reason says that a bot did not get an entry for what it had done before.
    package static func isRefusal(_ reason: String) -> Bool { reason.hasPrefix(deadLetter) || reason.hasPrefix(suspended) }

    /// Why the bot does not get this entry; nil where it does.
    func refusal(of name: InvocationRecord.Name) -> String? {
        if let letter = letters[name] { return "\(Self.deadLetter)\(letter): it ended the process three times" }
        if let place, place.busy > Self.stuckAfter {
            place.demote()
            return "\(Self.suspended)\(SuspensionReason.stuck(place.busy))"
        }
        let now = time.uptime
        return state.withLock { state in
            guard let (until, trouble) = state.suspension, now < until else { return nil }
            return "\(Self.suspended)\(trouble)"
        }
    }

    /// Whether somebody who calls a command of the bot learns only now that it gets nothing.
    ///
    /// - Parameter refusal: why it does not.
    func isNews(_ refusal: String, to user: UserID) -> Bool {
        refusal.hasPrefix(Self.suspended) && state.withLock { $0.informed.insert(user).inserted }
    }

    /// Runs the bot's own code where it harms nobody.
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
        guard let place else { return try await step() }
        return try await withTaskExecutorPreference(place) {
            if let mark = watch.mark { marks?.enter(mark) }
            return try await step()
        }
    }

    /// How long the bot is waited for where that is less than the house has for everybody: it was given up on once, and has not come
    /// back from there yet. So its channel waits once for one that never does.
    var patience: Duration? { state.withLock { $0.abandoned.isEmpty || isPatient ? nil : Self.shortPatience } }

    /// An attempt under way.
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
        return RunningInvocation(id: id, mark: marks?.begin(name), since: time.uptime)
    }

    /// Called at the end of each attempt. A failure that took long has held up its channel, and weighs more.
    ///
    /// - Parameter waited: of its time, how long it has waited for others.
    func end(_ watch: RunningInvocation, failure: String?, waited: Duration = .zero) {
        if let mark = watch.mark { marks?.end(mark) }
        let now = time.uptime
        let weight = now - watch.since - waited > Self.longAttempt ? 4 : 1
        let news = state.withLock { state -> SuspensionReason?? in
            if state.steps.contains(watch.id) { state.abandoned.insert(watch.id) }
            guard let failure else {
                state.failures = 0
                state.times = 0
                state.informed = []
                // What was under way at the time of a suspension does not end it.
                guard let (until, _) = state.suspension, now >= until else { return nil }
                state.suspension = nil
                return .some(nil)
            }
            state.failures += weight
            state.times += 1
            guard state.failures >= Self.mostFailures else { return nil }
            return suspend(.failing(times: state.times, last: failure), at: now, &state)
        }
        if let news { tell(news) }
    }

    /// Called instead where what came of an attempt says nothing of the bot.
    func pass(_ watch: RunningInvocation) {
        if let mark = watch.mark { marks?.end(mark) }
        state.withLock { state in if state.steps.contains(watch.id) { state.abandoned.insert(watch.id) } }
    }

    /// Runs code of the bot that does not wait.
    func look<Value>(_ look: () -> Value) -> Value { place?.look(look) ?? look() }

    /// Measures a look that is to be quick.
    func precheck(_ look: () -> Verdict) -> Verdict {
        let start = time.uptime
        let verdict = self.look(look)
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
        if let news { tell(news) }
        return verdict
    }

    private func suspend(_ trouble: SuspensionReason, at now: Duration, _ state: inout State) -> SuspensionReason?? {
        if isPatient { return nil }
        let isNew = state.suspension.map { now >= $0.until } ?? true
        if isNew { state.informed = [] }
        state.suspension = (now + Self.pause, trouble)
        return isNew ? .some(trouble) : nil
    }
}
