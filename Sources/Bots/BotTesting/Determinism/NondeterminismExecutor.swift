import BotKit
import CRuntimeProbe
import Dispatch

/// The executor of a bot in a test clan. It records the bot's reads of the system, in programs that intercept them (CClockInterposer).
final class NondeterminismExecutor: BotExecutor {
    let bot: String
    let busy = Duration.zero
    private let order: ShuffledScheduler?
    // The pointee is written by C code, which changes it atomically.
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

    /// Removes and returns what the bot has read since the last call; nil for nothing.
    func takeReading() -> NondeterministicRead? { NondeterministicRead.first(in: stretch_take(note)) }
}
