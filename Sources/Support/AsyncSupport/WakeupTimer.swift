package import ChatModel
import Synchronization

/// Wakes a single sleeper on a signal or at a deadline.
package final class WakeupTimer: Sendable {
    private let signal: AsyncSignal
    private let time: any TimeSource
    private let wake = AsyncSignal()
    /// The earliest deadline for which a task already sleeps.
    private let earliest = Mutex<Duration?>(nil)

    package init(_ wakeup: AsyncSignal, time: any TimeSource) {
        self.signal = wakeup
        self.time = time
    }

    /// Calls `body` at once and after each wake-up, until cancelled. `body` returns the deadline of its next call.
    package func run(_ body: @escaping @Sendable () async throws -> Duration) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in self.signal.signals { self.wake.signal() }
            }
            try await schedule(body(), &group)
            for await _ in wake.signals { try await schedule(body(), &group) }
            group.cancelAll()
        }
    }

    private func schedule(_ deadline: Duration, _ group: inout ThrowingTaskGroup<Void, any Error>) {
        let isEarlier = earliest.withLock { earliest in
            guard earliest.map({ deadline < $0 }) ?? true else { return false }
            earliest = deadline
            return true
        }
        guard isEarlier else { return }
        group.addTask { [self] in
            try await time.sleep(until: deadline)
            earliest.withLock { if $0 == deadline { $0 = nil } }
            wake.signal()
        }
    }
}
