import ChatModel
import Foundation

/// The machine's clock without pauses between attempts. Request timeouts take their time.
struct InstantRetryClock: TimeSource {
    private let system = SystemTime()

    var now: Date { system.now }
    var uptime: Duration { system.uptime }

    func sleep(until uptime: Duration) async throws {
        let left = (uptime - system.uptime) / .seconds(1)
        // The request timeouts; no pause has one of these lengths, to a hundredth of a second.
        if [30, 90, 120].contains(where: { abs(left - $0) < 0.01 }) { return try await system.sleep(until: uptime) }
        try Task.checkCancellation()
        await Task.yield()
    }
}
