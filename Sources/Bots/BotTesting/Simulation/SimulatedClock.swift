import ChatModel
import Foundation
import Synchronization

/// The clock of the bot's machine, which may be wrong. Its uptime is right.
final class SimulatedClock: TimeSource {
    private let base: ManualTime
    private let error = Mutex(Duration.zero)

    /// - Parameter base: The clock of the gateway.
    init(_ base: ManualTime) { self.base = base }

    /// Makes the clock wrong by a duration, which replaces an earlier one.
    func set(wrongBy duration: Duration) { error.withLock { $0 = duration } }

    var now: Date { base.now + error.withLock { $0 / .seconds(1) } }
    var uptime: Duration { base.uptime }
    func sleep(until uptime: Duration) async throws { try await base.sleep(until: uptime) }
}
