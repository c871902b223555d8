import Foundation
import Synchronization

/// The figures of what became durable since the store was opened.
///
/// A transaction counts for itself and adds its counts here once: the cost of a message is that of a few additions, without a lock.
package final class StoreStatistics: Sendable {
    package struct Figures: Hashable, Sendable {
        package var counts = StoreCounts()
        /// The time of each transaction from its beginning until it was durable.
        package var commitTimes = DurationHistogram(
            bounds: [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000].map { .milliseconds($0) })
        /// The number of times that the disk did not accept a batch of writes.
        package var refusedCommits = 0

        package init() {}
    }

    private struct State {
        var figures = Figures()
        var intervals = CommitIntervals()
    }

    private let state = Mutex(State())

    package var figures: Figures { state.withLock { $0.figures } }

    /// - Parameter begun: The time at which the transaction began.
    func add(_ counts: StoreCounts, begun: Date, commitTime: Duration) {
        state.withLock { state in
            state.figures.counts += counts
            state.figures.commitTimes.add(commitTime)
            guard state.intervals.isFollowed else { return }
            state.intervals.add(DateInterval(start: begun, duration: max(0, commitTime / .seconds(1))))
        }
    }

    func noteRefusedCommit() { state.withLock { $0.figures.refusedCommits += 1 } }

    func followCommits() { state.withLock { $0.intervals.follow() } }

    func commitInterval(around date: Date) -> DateInterval? { state.withLock { $0.intervals.interval(around: date) } }
}
