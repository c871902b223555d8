import Synchronization

/// The channels in which bots have been working long enough to show a typing indicator.
///
/// Indicators are best effort: nothing is stored, and an indicator that cannot be sent in time is not sent at all.
package final class TypingTracker: Sendable {
    private struct Activity {
        let channel: ChannelID
        let due: Duration
    }

    private struct State {
        var works: [Int: Activity] = [:]
        var last = 0
    }

    private static let delay = Duration.seconds(1)

    /// A signal that work has begun while none was under way; pending signals are merged into one. For a single consumer.
    package let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let time: any TimeSource
    private let state = Mutex(State())

    package init(time: any TimeSource = SystemTime()) {
        self.time = time
        (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Registers the start of an invocation in a channel; returns the number with which to end it.
    func begin(in channel: ChannelID) -> Int {
        let due = time.uptime + Self.delay
        let (number, isFirst) = state.withLock { state in
            state.last += 1
            state.works[state.last] = Activity(channel: channel, due: due)
            return (state.last, state.works.count == 1)
        }
        if isFirst { continuation.yield() }
        return number
    }

    func end(_ number: Int) { state.withLock { _ = $0.works.removeValue(forKey: number) } }

    /// The time at which the next invocation becomes due for an indicator, or nil if none is under way.
    package var nextDue: Duration? { state.withLock { $0.works.values.map(\.due).min() } }

    /// Removes and returns the channels whose invocations are due; each invocation is reported once.
    package func takeDue() -> Set<ChannelID> {
        let now = time.uptime
        return state.withLock { state in
            let due = state.works.filter { $0.value.due <= now }
            for number in due.keys { state.works[number] = nil }
            return Set(due.values.map(\.channel))
        }
    }
}
