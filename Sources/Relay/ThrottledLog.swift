import Synchronization

/// Says when something that strangers can bring about is to be logged again: once a minute for each kind, however often it happens.
final class ThrottledLog: Sendable {
    private struct Line {
        var at: Duration
        var others = 0
    }

    private static let pause = Duration.seconds(60)
    private static let most = 1000  // Kinds; beyond them all are one.

    private let lines = Mutex<[String: Line]>([:])

    /// - Returns: how often the kind happened unsaid since it was logged last; nil where it is not to be logged now.
    func turn(_ kind: String, at uptime: Duration) -> Int? {
        lines.withLock { lines in
            let kind = lines[kind] == nil && lines.count >= Self.most ? "" : kind
            guard let line = lines[kind], uptime - line.at < Self.pause else {
                return lines.updateValue(Line(at: uptime), forKey: kind)?.others ?? 0
            }
            lines[kind]?.others += 1
            return nil
        }
    }
}
