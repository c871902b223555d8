import ChatModel
import Synchronization

/// Records numbered messages with their times and their order.
final class ThroughputListener: Sendable {
    private struct State {
        var heard: [Int] = []
        var moments: [Int: Duration] = [:]
        var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?
        var room: CheckedContinuation<Void, Never>?
        var maxAhead = 0
    }

    private let time: SystemTime
    private let state = Mutex(State())

    init(time: SystemTime) { self.time = time }

    /// The received numbers in order, and the uptime at which each first arrived.
    var heard: (numbers: [Int], moments: [Int: Duration]) { state.withLock { ($0.heard, $0.moments) } }

    func forget() { state.withLock { $0 = State() } }

    /// Records messages.
    ///
    /// - Parameter texts: The texts; only those that end with `number N` count.
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

    /// Returns once a number of messages has arrived.
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

    /// Ends the current wait.
    func giveUp() { state.withLock { $0.waiting.take() }?.continuation.resume() }
}
