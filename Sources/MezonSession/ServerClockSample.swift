package import Foundation

/// The gateway's clock as one of its answers tells it, between two looks at ours.
package struct ServerClockSample: Hashable, Sendable {
    /// The `Date` of the answer, cut to whole seconds.
    package var date: Date
    package var sentAt: Date
    package var receivedAt: Date

    package init(date: Date, sentAt: Date, receivedAt: Date) {
        self.date = date
        self.sentAt = sentAt
        self.receivedAt = receivedAt
    }

    /// By how many seconds our clock is ahead at the least, negative where it is behind; zero where both may be right.
    ///
    /// The gateway looked at its clock somewhen on the way, in the second that the date names.
    package var secondsAhead: Double {
        let least = sentAt.timeIntervalSince(date) - 1, most = receivedAt.timeIntervalSince(date)
        return least > 0 ? least : min(most, 0)
    }
}
