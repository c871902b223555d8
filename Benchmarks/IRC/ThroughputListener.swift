import MezonModel
import Synchronization

/// Hears numbered messages, and tells when each came and in which order.
final class ThroughputListener: Sendable {
    private struct State {
        var heard: [Int] = []
        var moments: [Int: Duration] = [:]
        var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?
        var room: CheckedContinuation<Void, Never>?
        var mostAhead = 0
    }

    private let time: SystemTime
    private let state = Mutex(State())

    init(time: SystemTime) { self.time = time }

    /// What was heard in its order, and when each was heard first.
    var heard: (numbers: [Int], moments: [Int: Duration]) { state.withLock { ($0.heard, $0.moments) } }

    func forget() { state.withLock { $0 = State() } }

    /// - Parameter texts: only those that end with `number N` count.
    func hear(_ texts: some Sequence<String>) {
        let now = time.uptime
        let woken = state.withLock { state in
            for text in texts {
                let words = text.split(separator: " ")
                guard words.count >= 2, words[words.count - 2] == "number", let number = Int(words[words.count - 1])
                else { continue }
                state.heard.append(number)
                if state.moments[number] == nil { state.moments[number] = now }
            }
            var woken: [CheckedContinuation<Void, Never>] = []
            if let waiting = state.waiting, state.heard.count >= waiting.count {
                woken.append(waiting.continuation)
                state.waiting = nil
            }
            return woken
        }
        for continuation in woken { continuation.resume() }
    }

    /// Returns once so many were heard.
    func wait(for count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.heard.count >= count { return true }
                state.waiting = (count, continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Waits no longer.
    func giveUp() { state.withLock { $0.waiting.take() }?.continuation.resume() }
}
