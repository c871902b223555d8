package import ChatModel
package import Foundation
import Synchronization

/// The clock of the time limits of bots: its uptime counts only the time in which the process runs.
///
/// A machine that is busy, compiles, swaps or is suspended may give the process no time for longer than a bot's time limit. An answer must
/// not be lost for it, and a replay must not show a difference. Between two looks at the clock, at most `maxStep` passes; a task that sleeps
/// looks at it twice in that time, unless it has to wait for a processor.
package final class StallTolerantTime: TimeSource {
    private static let maxStep = Duration.milliseconds(50)
    private static let interval = Duration.milliseconds(25)

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
