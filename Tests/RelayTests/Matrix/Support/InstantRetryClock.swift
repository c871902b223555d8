import Foundation
import MezonModel

/// The machine's clock on which pauses between two tries take no time. What ends a request that is not answered takes its own.
struct InstantRetryClock: TimeSource {
    private let system = SystemTime()

    var now: Date { system.now }
    var uptime: Duration { system.uptime }

    func sleep(until uptime: Duration) async throws {
        let left = (uptime - system.uptime) / .seconds(1)
        // What requests are given; no pause is as long, to a hundredth of a second.
        if [30, 90, 120].contains(where: { abs(left - $0) < 0.01 }) { return try await system.sleep(until: uptime) }
        try Task.checkCancellation()
        await Task.yield()
    }
}
