import ChatModel

/// Writes the progress of a long operation to standard error, a line a second at most, also where there is no terminal.
struct ProgressLines {
    private let time = SystemTime()
    private var shown: Duration

    init() { shown = time.uptime }

    /// For operations that report less often than a thousand times a second.
    mutating func advance(to place: Int64, of total: Int64) {
        guard time.uptime - shown >= .seconds(1) else { return }
        shown = time.uptime
        printError("\(total > 0 ? min(place, total) * 100 / total : 100) % (\(place) of \(total) rows)")
    }
}
