package import Foundation

/// The reported part of a history. Earlier entries are replayed too, to build up the state.
package struct ReplayRange: Sendable, Hashable {
    package var since: Date?
    package var until: Date?

    package init(since: Date? = nil, until: Date? = nil) {
        self.since = since
        self.until = until
    }

    /// Returns whether an entry received at `date` is reported.
    func contains(_ date: Date) -> Bool { since.map { $0 <= date } ?? true && until.map { date < $0 } ?? true }
}
