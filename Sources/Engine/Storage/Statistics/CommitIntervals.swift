import Foundation

/// The times of the latest transactions, for those who explain where the time of an event went. Nothing is kept until somebody does.
struct CommitIntervals: Sendable {
    private static let limit = 4096

    private var intervals: [DateInterval]?

    mutating func follow() { intervals = intervals ?? [] }

    var isFollowed: Bool { intervals != nil }

    mutating func add(_ interval: DateInterval) {
        intervals?.append(interval)
        // Half at a time, so that the rest is not moved by each transaction.
        if let count = intervals?.count, count > Self.limit { intervals?.removeFirst(Self.limit / 2) }
    }

    /// The last transaction that had begun at a time in milliseconds, if it was not durable by then.
    func interval(around date: Date) -> DateInterval? {
        let after = date.addingTimeInterval(0.001)
        return intervals?.last { $0.start < after }.flatMap { $0.end >= date ? $0 : nil }
    }
}
