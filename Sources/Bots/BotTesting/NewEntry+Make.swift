package import ChatModel
package import Foundation
package import MezonProtocol
package import Storage

extension NewEntry {
    /// Creates an entry for a message, as the socket would append it to the journal.
    package static func make(
        _ message: ChatModel.Message, at date: Date? = nil, isLate: Bool = false, isOwn: Bool = false
    ) -> NewEntry {
        NewEntry(
            event: message.code == .update ? .edit(message) : message.code.isSpeech ? .message(message) : .systemMessage(message),
            frame: RtEnvelope(pushing: message).wireBytes, receivedAt: date ?? message.createdAt, isLate: isLate, isOwn: isOwn)
    }
}

extension NewEntry {
    /// Creates an entry for a system event.
    package static func make(_ event: SystemEvent) -> NewEntry { NewEntry(system: event) }

    /// Creates an entry for any push of the server, in an envelope of its own.
    package static func make(
        _ push: RtEnvelope.OneOf_Message, at date: Date = Date(timeIntervalSince1970: 1_767_225_600)
    ) -> NewEntry? {
        var envelope = RtEnvelope()
        envelope.message = push
        guard case .event(let event) = DecodedPush(envelope, receivedAt: date) else { return nil }
        return NewEntry(event: event, frame: envelope.wireBytes, receivedAt: date)
    }
}
