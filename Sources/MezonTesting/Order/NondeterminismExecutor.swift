import BotKit
import CStretch
import Dispatch

/// Where a bot of a test clan runs: what its code reads of the machine is noted, in programs that see it (CWallClock).
final class NondeterminismExecutor: BotExecutor {
    let bot: String
    let busy = Duration.zero
    private let order: ShuffledScheduler?
    // Written by C code, which changes it as a whole.
    nonisolated(unsafe) private let note = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)

    init(_ bot: String, in order: ShuffledScheduler?) {
        self.bot = bot
        self.order = order
        note.initialize(to: 0)
    }

    deinit { note.deallocate() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let work: @Sendable () -> Void = { [self] in
            look { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
        if let order { order.add(work) } else { DispatchQueue.global().async(execute: work) }
    }

    func demote() {}

    func look<Value>(_ look: () -> Value) -> Value {
        let outer = stretch_begin(note)
        defer { stretch_begin(outer) }
        return look()
    }

    /// What it has read since the last time; nil for nothing.
    func takeReading() -> NondeterministicRead? { NondeterministicRead.first(in: stretch_take(note)) }
}
