import Synchronization

/// Where bots have been at work for so long that people should see that an answer is being written.
///
/// It is a courtesy and no action: it survives nothing, and comes in time or not at all.
package final class TypingTracker: Sendable {
    private struct Activity {
        let channel: ChannelID
        let due: Duration
    }

    private struct State {
        var works: [Int: Activity] = [:]
        var last = 0
    }

    private static let patience = Duration.seconds(1)

    /// Rings when somebody begins and nobody was at work; rings that nobody has heard yet are one. For one listener.
    package let rings: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation
    private let time: any TimeSource
    private let state = Mutex(State())

    package init(time: any TimeSource = SystemTime()) {
        self.time = time
        (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Somebody begins to think about what was said in a channel.
    func begin(in channel: ChannelID) -> Int {
        let due = time.uptime + Self.patience
        let (number, isFirst) = state.withLock { state in
            state.last += 1
            state.works[state.last] = Activity(channel: channel, due: due)
            return (state.last, state.works.count == 1)
        }
        if isFirst { bell.yield() }
        return number
    }

    func end(_ number: Int) { state.withLock { _ = $0.works.removeValue(forKey: number) } }

    /// When the next of those at work has been at it for too long; nil where nobody is.
    package var nextDue: Duration? { state.withLock { $0.works.values.map(\.due).min() } }

    /// The channels where somebody has; each who works there counts once.
    package func takeDue() -> Set<ChannelID> {
        let now = time.uptime
        return state.withLock { state in
            let due = state.works.filter { $0.value.due <= now }
            for number in due.keys { state.works[number] = nil }
            return Set(due.values.map(\.channel))
        }
    }
}
