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

    /// - Parameter row: a count, and a moment in milliseconds or null.
    init(_ row: Row?) {
        self.init(count: row?[0] ?? 0, oldest: (row?[1] as Int64?).map(Date.init(milliseconds:)))
    }
}
