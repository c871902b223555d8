package import Foundation
package import MezonModel
package import MezonWire

/// Something the server told us: the bytes for the journal, and what they mean.
package struct ReceivedEvent: Hashable, Sendable {
    package var frame: [UInt8]
    package var event: Event
    package var receivedAt: Date
    /// Whether it was fetched from history rather than pushed: it happened while nobody listened.
    package var isLate: Bool

    /// The event of a push that is neither too long to be kept nor about a message that cannot be: of a long one what is kept, nil
    /// for the rest and for what is of no interest later.
    package static func make(
        _ envelope: RtEnvelope, _ bytes: [UInt8], receivedAt: Date, isLate: Bool = false
    ) -> (push: DecodedPush, event: ReceivedEvent?, isRefused: Bool) {
        var (envelope, bytes) = (envelope, bytes)
        if bytes.count > EventLimits.bytes {
            guard let short = EventLimits.shortened(envelope) else { return (.empty, nil, true) }
            (envelope, bytes) = (short, short.wireBytes)
        }
        let push = DecodedPush(envelope, receivedAt: receivedAt)
        guard case .event(let event) = push else { return (push, nil, false) }
        guard Snowflake.isPlausible(event.message, at: receivedAt) else { return (push, nil, true) }
        return (push, ReceivedEvent(frame: bytes, event: event, receivedAt: receivedAt, isLate: isLate), false)
    }

    package init(frame: [UInt8], event: Event, receivedAt: Date, isLate: Bool = false) {
        self.frame = frame
        self.event = event
        self.receivedAt = receivedAt
        self.isLate = isLate
    }
}
