import BotKit
import Dispatch
import Synchronization

/// A scheduler that runs jobs one at a time, in a random order determined by a seed.
///
/// Jobs that wait for the disk become ready when it responds, so a seed reproduces an order only as far as the disk permits.
final class ShuffledScheduler: TaskExecutor {
    private struct State {
        var ready: [@Sendable () -> Void] = []
        var random: SplitMix64
        var isRunning = false
    }

    private let queue = DispatchQueue(label: "shuffled")
    private let state: Mutex<State>

    init(seed: UInt64) { state = Mutex(State(random: SplitMix64(seed: seed))) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        add { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Adds a job that is ready.
    func add(_ work: @escaping @Sendable () -> Void) {
        let starts = state.withLock { state in
            state.ready.append(work)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { queue.async { [self] in run() } }
    }

    private func run() {
        while let work = next() { work() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.ready.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.ready.remove(at: Int.random(in: state.ready.indices, using: &state.random))
        }
    }
}
