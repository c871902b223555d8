import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

/// Creates events from messages of history, as if they had been pushed.
enum BackfilledEvent {
    /// Returns the event; `nil` if it is not to be kept, such as a typing notice.
    static func make(_ wire: ApiChannelMessage, receivedAt: Date, isLate: Bool) -> ReceivedEvent? {
        var wire = wire
        // In a list this code means that the message was edited later; for the journal the message is new.
        if wire.code == MessageCode.update.rawValue { wire.code = MessageCode.chat.rawValue }
        let envelope = RtEnvelope.with { $0.channelMessage = wire }
        return ReceivedEvent.make(envelope, envelope.wireBytes, receivedAt: receivedAt, isLate: isLate).event
    }
}
