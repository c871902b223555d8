import Foundation
import MezonModel

/// The machine's clock on which pauses between two tries take no time. What ends a request that is not answered takes its own.
struct QuickTime: TimeSource {
    private let system = SystemTime()

    var now: Date { system.now }
    var uptime: Duration { system.uptime }

    func sleep(until uptime: Duration) async throws {
        let left = (uptime - system.uptime) / .seconds(1)
        // Requests have whole half minutes; a pause has any part of one.
        if left > 1, abs(left / 30 - (left / 30).rounded()) < 0.01 { return try await system.sleep(until: uptime) }
        try Task.checkCancellation()
        await Task.yield()
    }
}
