import Foundation
import MezonModel
import MezonWire
import SwiftProtobuf

/// A message of history as if it had been pushed, marked late.
enum BackfilledEvent {
    /// `nil` for what is of no interest later, such as a typing notice.
    static func make(_ wire: ApiChannelMessage, receivedAt: Date) -> ReceivedEvent? {
        var wire = wire
        // In a list this code means "was edited since"; to us, who never saw it, the message is new.
        if wire.code == MessageCode.update.rawValue { wire.code = MessageCode.chat.rawValue }
        let envelope = RtEnvelope.with { $0.channelMessage = wire }
        return ReceivedEvent.make(envelope, envelope.wireBytes, receivedAt: receivedAt, isLate: true).event
    }
}
