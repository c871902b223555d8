package import Foundation

/// A source of time: the system clock in production, a manual clock in tests.
package protocol TimeSource: Sendable {
    /// The wall-clock time, which may step in either direction.
    var now: Date { get }
    /// The monotonic time since an arbitrary start.
    var uptime: Duration { get }
    /// Suspends the task until a monotonic time.
    ///
    /// - Throws: `CancellationError`.
    func sleep(until uptime: Duration) async throws
}

extension TimeSource {
    /// Suspends the task for a duration.
    ///
    /// - Throws: `CancellationError`.
    package func sleep(for duration: Duration) async throws { try await sleep(until: uptime + duration) }
}

/// The system clock.
package struct SystemTime: TimeSource {
    private let start = ContinuousClock.now

    /// Creates a clock whose uptime starts at zero.
    package init() {}
    /// The system's wall-clock time.
    package var now: Date { Date() }
    /// The time since the clock was created.
    package var uptime: Duration { ContinuousClock.now - start }
    /// Suspends the task until a monotonic time.
    ///
    /// - Throws: `CancellationError`.
    package func sleep(until uptime: Duration) async throws { try await Task.sleep(until: start + uptime, clock: .continuous) }
}
