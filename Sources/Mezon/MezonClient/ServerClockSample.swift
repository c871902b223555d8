package import Foundation

/// The gateway's time in a response, between two readings of the local clock.
package struct ServerClockSample: Hashable, Sendable {
    /// The `Date` of the response, in whole seconds.
    package var date: Date
    package var sentAt: Date
    package var receivedAt: Date

    package init(date: Date, sentAt: Date, receivedAt: Date) {
        self.date = date
        self.sentAt = sentAt
        self.receivedAt = receivedAt
    }

    /// The minimum number of seconds by which the local clock is ahead; negative if it is behind, zero if both may be right.
    ///
    /// The gateway read its clock at some time between sending and receiving, within the second that the date names.
    package var secondsAhead: Double {
        let minEnd = sentAt.timeIntervalSince(date) - 1, most = receivedAt.timeIntervalSince(date)
        return minEnd > 0 ? minEnd : min(most, 0)
    }
}
