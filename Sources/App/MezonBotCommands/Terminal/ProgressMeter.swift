import ChatModel

/// Shows the progress of a long operation on a terminal, once it has taken more than a second.
final class ProgressMeter {
    private var total: Int64
    private let time = SystemTime()
    private let began: Duration
    private var shown: Duration
    private var calls = 0
    private let isShown = Terminal.errors.hasEscapes

    /// - Parameter total: The final position; zero if it becomes known later.
    init(of total: Int64 = 0) {
        self.total = total
        began = time.uptime
        shown = began
    }

    func advance(to place: Int64) {
        guard isShown else { return }
        calls += 1
        // Reading the clock costs more than the measured step.
        guard calls.isMultiple(of: 256), time.uptime - began > .seconds(1), time.uptime - shown > .milliseconds(200) else {
            return
        }
        shown = time.uptime
        let share = total > 0 ? Int(min(place, total) * 100 / total) : 100
        StandardError.write("\r\(share) % (\(place) of \(total)) ")
    }

    /// Sets the position and the total. For operations that report rarely.
    func advance(to place: Int64, of total: Int64) {
        self.total = total
        calls |= 255
        advance(to: place)
    }

    /// Clears the line.
    func end() {
        if shown != began { StandardError.write("\r\u{1B}[K") }
    }
}
