import Synchronization

/// Limits log messages that remote users can provoke to one per minute and kind.
package final class ThrottledLog: Sendable {
    private struct Line {
        var at: Duration
        var suppressedCount = 0
    }

    private static let pause = Duration.seconds(60)
    private static let limit = 1000  // The number of kinds; all kinds beyond it share one entry.

    private let lines = Mutex<[String: Line]>([:])

    package init() {}

    /// Counts an occurrence of a kind.
    ///
    /// - Returns: The number of occurrences that were not logged since the last one that was; nil if this one is not to be logged.
    package func record(_ kind: String, at uptime: Duration) -> Int? {
        lines.withLock { lines in
            let kind = lines[kind] == nil && lines.count >= Self.limit ? "" : kind
            guard let line = lines[kind], uptime - line.at < Self.pause else {
                return lines.updateValue(Line(at: uptime), forKey: kind)?.suppressedCount ?? 0
            }
            lines[kind]?.suppressedCount += 1
            return nil
        }
    }
}
