import BotKit
import Dispatch
import Synchronization

/// Runs jobs one at a time; which of those that are ready is next is drawn from a seed.
///
/// What comes back from the disk becomes ready when it does, so a seed stands for an order as far as the disk allows.
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

    /// One more that is ready.
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
