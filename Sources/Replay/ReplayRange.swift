package import Foundation

/// The part of a history that is reported; what comes before it is played all the same, for the memory's sake.
package struct ReplayRange: Sendable, Hashable {
    package var since: Date?
    package var until: Date?

    package init(since: Date? = nil, until: Date? = nil) {
        self.since = since
        self.until = until
    }

    /// Whether something that was received then is reported.
    func contains(_ date: Date) -> Bool { since.map { $0 <= date } ?? true && until.map { date < $0 } ?? true }
}
