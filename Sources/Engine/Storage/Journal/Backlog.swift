package import Foundation

/// The amount of waiting work and the age of its oldest item.
package struct Backlog: Hashable, Sendable {
    package var count: Int
    /// The time since which the oldest item has been waiting; nil if nothing waits.
    package var oldest: Date?

    package init(count: Int = 0, oldest: Date? = nil) {
        self.count = count
        self.oldest = oldest
    }

    /// Creates the sum of several backlogs.
    package init(_ parts: some Sequence<Backlog>) {
        self = parts.reduce(Backlog()) {
            Backlog(count: $0.count + $1.count, oldest: [$0.oldest, $1.oldest].compactMap(\.self).min())
        }
    }

    /// - Parameter row: A count, followed by a time in milliseconds or null.
    init(_ row: SQLRow) {
        self.init(count: row[0], oldest: (row[1] as Int64?).map(Date.init(milliseconds:)))
    }
}
