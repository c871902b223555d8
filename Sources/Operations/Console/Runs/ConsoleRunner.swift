import AsyncSupport
import BotKit
import ChatModel
import Logging
import Storage
import Synchronization

/// Performs long work for pages, one run at a time, on a thread of its own. The last run of each kind is kept.
final class ConsoleRunner: Sendable {
    typealias Perform = @Sendable (RunProgress) async throws -> ConsoleRun.Outcome

    static let maxTime: Duration = .seconds(60)
    /// The time after which a run that needs a reader ends if no page has shown it. Pages look once a second.
    static let patience: Duration = .seconds(30)

    private struct State {
        var runs: [ConsoleRun.Kind: ConsoleRun] = [:]
        var running: ConsoleRun.Kind?
        var perform: Perform?
        var flag = CancellationFlag()
        var lastLook: Duration = .zero
        var count = 0
        var isFinished = false
    }

    private let time: any TimeSource
    private let logger: Logger
    private let executor: DedicatedThreadExecutor
    private let state = Mutex(State())
    private let isWaiting = AsyncSignal()

    init(time: any TimeSource, logger: Logger) {
        self.time = time
        self.logger = logger
        executor = DedicatedThreadExecutor("console-run", time: time)
    }

    /// The run of a kind that is under way or has ended last.
    func latest(_ kind: ConsoleRun.Kind) -> ConsoleRun? { state.withLock { $0.runs[kind] } }

    /// Returns the latest run of a kind for a page that shows it.
    func shown(_ kind: ConsoleRun.Kind) -> ConsoleRun? {
        state.withLock { state in
            if state.running == kind { state.lastLook = time.uptime }
            return state.runs[kind]
        }
    }

    /// Starts a run.
    ///
    /// - Returns: Whether it was started: false while another one is under way.
    func start(_ work: ConsoleRun.Work, for session: SecretToken, _ perform: @escaping Perform) -> Bool {
        let isStarted = state.withLock { state in
            guard !state.isFinished, state.running == nil else { return false }
            state.count += 1
            state.runs[work.kind] = ConsoleRun(number: state.count, work: work, session: session)
            state.running = work.kind
            state.flag = CancellationFlag()
            state.lastLook = time.uptime
            state.perform = perform
            return true
        }
        if isStarted { isWaiting.signal() }
        return isStarted
    }

    /// Cancels the run that is under way, unless it changes something, and returns its kind; nil if there is none.
    @discardableResult
    func cancel() -> ConsoleRun.Kind? {
        state.withLock { state in
            guard let kind = state.running else { return nil }
            if state.runs[kind]?.work.isCancellable == true { state.flag.cancel() }
            return kind
        }
    }

    /// Ends the run that is under way; later ones are refused.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            state.flag.cancel()
        }
        isWaiting.finish()
    }

    /// Performs runs until `finish` is called.
    func run() async { for await _ in isWaiting.signals { await performPending() } }

    /// Performs the run that waits, if there is one.
    func performPending() async {
        let (perform, work, flag) = state.withLock { state in
            defer { state.perform = nil }
            return (state.perform, state.running.flatMap { state.runs[$0] }?.work, state.flag)
        }
        guard let perform, let work else { return }
        let progress = RunProgress(runner: self, work: work, flag: flag, end: time.uptime + Self.maxTime)
        var outcome: ConsoleRun.Outcome
        do {
            outcome = try await withTaskExecutorPreference(executor) { try await perform(progress) }
            if flag.isCancelled { outcome = .cancelled }
        } catch is CancellationError {
            outcome = progress.isLate && !flag.isCancelled ? .tooSlow : .cancelled
        } catch {
            let reason = StorageErrorDescription.words(for: error)
            logger.warning("Console run failed", metadata: ["console.error": "\(reason)"])
            outcome = .failed(reason)
        }
        state.withLock { [outcome] state in
            state.runs[work.kind]?.outcome = outcome
            state.runs[work.kind]?.endedAt = time.now
            state.running = nil
        }
    }

    fileprivate func note(_ done: Int64, of total: Int64, _ kind: ConsoleRun.Kind) {
        state.withLock { state in
            state.runs[kind]?.done = done
            state.runs[kind]?.total = total
        }
    }

    fileprivate var uptime: Duration { time.uptime }
    fileprivate var hasReader: Bool { state.withLock { time.uptime - $0.lastLook < Self.patience } }
}

/// The progress of a run, and the reasons for it to end.
struct RunProgress: Sendable {
    fileprivate let runner: ConsoleRunner
    fileprivate let work: ConsoleRun.Work
    fileprivate let flag: CancellationFlag
    fileprivate let end: Duration

    fileprivate init(runner: ConsoleRunner, work: ConsoleRun.Work, flag: CancellationFlag, end: Duration) {
        self.runner = runner
        self.work = work
        self.flag = flag
        self.end = end
    }

    var isLate: Bool { runner.uptime >= end }

    /// Notes the part that is done, and returns whether the run should go on.
    func note(_ done: Int64, of total: Int64) -> Bool {
        runner.note(done, of: total, work.kind)
        return !isCancelled && !isLate
    }

    /// - Throws: `CancellationError` once the run is cancelled, or no page shows one that needs a reader.
    func check() throws(CancellationError) {
        if isCancelled { throw CancellationError() }
    }

    private var isCancelled: Bool { flag.isCancelled || work.needsReader && !runner.hasReader }
}
