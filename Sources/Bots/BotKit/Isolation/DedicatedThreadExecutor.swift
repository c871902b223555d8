import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A task executor with a thread of its own: a bot that spins or blocks takes no thread from others, and is soon demoted to idle
/// priority.
///
/// The thread exists while there is work, and ten seconds longer.
package final class DedicatedThreadExecutor: BotExecutor {
    /// Wraps the execution of one job of the bot's code, between two suspensions.
    package typealias JobWrapper = @Sendable (() -> Void) -> Void

    private struct State {
        var jobs: [UnownedJob] = []
        var hasThread = false
        /// The start and thread of the job under way.
        var running: (since: Duration, thread: pthread_t)?
        var isDemoted = false
    }

    private let bot: String
    private let time: any TimeSource
    private let around: JobWrapper
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)

    /// Creates an executor.
    ///
    /// - Parameter around: Called for every job, on the thread that runs it.
    package init(_ bot: String, time: any TimeSource, around: @escaping JobWrapper = { $0() }) {
        self.bot = bot
        self.time = time
        self.around = around
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            defer { state.hasThread = true }
            return !state.hasThread
        }
        if needsThread { startThread() }
        wake.signal()
    }

    package var busy: Duration { state.withLock { $0.running }.map { time.uptime - $0.since } ?? .zero }

    package func demote() {
        state.withLock { state in
            guard let running = state.running, !state.isDemoted else { return }
            state.isDemoted = true
            var parameters = sched_param()  // SCHED_IDLE is 5; its macro is not imported.
            pthread_setschedparam(running.thread, 5, &parameters)
        }
    }

    /// Runs the code; the thread of synchronous code does not matter.
    package func look<Value>(_ look: () -> Value) -> Value { look() }

    private func startThread() {
        let thread = Thread { [self] in work() }
        thread.name = "bot:" + bot
        thread.start()
    }

    private func work() {
        let thread = pthread_self()
        while true {
            let isWoken = wake.wait(timeout: .now() + .seconds(10)) == .success
            let job = state.withLock { state -> UnownedJob? in
                guard !state.jobs.isEmpty else {
                    if !isWoken { state.hasThread = false }
                    return nil
                }
                state.running = (time.uptime, thread)
                return state.jobs.removeFirst()
            }
            guard let job else {
                if isWoken { continue }
                return
            }
            around { job.runSynchronously(on: asUnownedTaskExecutor()) }
            let isDemoted = state.withLock { state in
                state.running = nil
                defer { state.isDemoted = false }
                return state.isDemoted
            }
            // A new thread takes over, because the priority taken from this one cannot always be restored.
            if isDemoted { return startThread() }
        }
    }
}
