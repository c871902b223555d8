package import Foundation
package import MezonModel

/// Something the server told us: the bytes for the journal, and what they mean.
package struct ReceivedEvent: Hashable, Sendable {
    package var frame: [UInt8]
    package var event: Event
    package var receivedAt: Date
    /// Whether it was fetched from history rather than pushed: it happened while nobody listened.
    package var isLate: Bool

    package init(frame: [UInt8], event: Event, receivedAt: Date, isLate: Bool = false) {
        self.frame = frame
        self.event = event
        self.receivedAt = receivedAt
        self.isLate = isLate
    }
}
