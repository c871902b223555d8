package import ChatModel
package import Foundation
package import MezonProtocol

/// A received event: its bytes for the journal, and the decoded value.
package struct ReceivedEvent: Hashable, Sendable {
    package var frame: [UInt8]
    package var event: Event
    package var receivedAt: Date
    /// A Boolean value that indicates whether it was fetched from history rather than pushed, because it was missed.
    package var isLate: Bool

    /// Decodes a pushed envelope. The event is nil if it is not to be kept. An event that is too long is shortened if possible; otherwise
    /// it is refused, and so is one with an implausible message id.
    package static func make(
        _ envelope: RtEnvelope, _ bytes: [UInt8], receivedAt: Date, isLate: Bool = false
    ) -> (push: DecodedPush, event: ReceivedEvent?, isRefused: Bool) {
        var (envelope, bytes) = (envelope, bytes)
        // The journal keeps whole milliseconds: the event decoded from it must be the same.
        let receivedAt = Date(timeIntervalSince1970: (receivedAt.timeIntervalSince1970 * 1000).rounded() / 1000)
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
