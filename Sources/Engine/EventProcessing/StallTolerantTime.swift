package import ChatModel
package import Foundation
import Synchronization

/// The system clock for time limits of tests and replays: its uptime does not count pauses of the process.
///
/// A machine that compiles, swaps or is suspended may stop the whole process for longer than a bot's time limit. A test must not fail
/// for it, and a replay must not show a difference. Between two looks at the clock, at most `maxStep` passes; a task that sleeps looks
/// at it several times in that time, unless the process is given no time to run.
package final class StallTolerantTime: TimeSource {
    private static let maxStep = Duration.milliseconds(250)
    private static let interval = Duration.milliseconds(100)

    private let base: any TimeSource
    private let state: Mutex<(uptime: Duration, seen: Duration)>

    /// - Parameter base: The clock whose pauses are left out.
    package init(base: any TimeSource = SystemTime()) {
        self.base = base
        state = Mutex((.zero, base.uptime))
    }

    package var now: Date { base.now }

    package var uptime: Duration {
        state.withLock { state in
            let seen = base.uptime
            state.uptime += min(max(.zero, seen - state.seen), Self.maxStep)
            state.seen = seen
            return state.uptime
        }
    }

    package func sleep(until uptime: Duration) async throws {
        while true {
            let left = uptime - self.uptime
            guard left > .zero else { return }
            try await base.sleep(for: min(left, Self.interval))
        }
    }
}
