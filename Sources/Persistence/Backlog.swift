package import Foundation
import GRDB

/// What waits for its turn.
package struct Backlog: Hashable, Sendable {
    package var count: Int
    /// Since when the oldest of it waits; nil where nothing does.
    package var oldest: Date?

    package init(count: Int = 0, oldest: Date? = nil) {
        self.count = count
        self.oldest = oldest
    }

    /// All that waits in several.
    package init(_ parts: some Sequence<Backlog>) {
        self = parts.reduce(Backlog()) {
            Backlog(count: $0.count + $1.count, oldest: [$0.oldest, $1.oldest].compactMap(\.self).min())
        }
    }

    /// - Parameter row: a count, and then a moment in milliseconds or null.
    init(_ row: Row?) {
        self.init(count: row?[0] ?? 0, oldest: (row?[1] as Int64?).map(Date.init(milliseconds:)))
    }
}
