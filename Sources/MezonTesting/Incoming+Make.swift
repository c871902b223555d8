package import Foundation
package import MezonModel
package import MezonWire
package import Persistence

extension Incoming {
    /// A message as the socket would hand it to the journal.
    package static func make(
        _ message: MezonModel.Message, at date: Date? = nil, isLate: Bool = false, isOwn: Bool = false
    ) -> Incoming {
        Incoming(
            event: message.code == .update ? .edit(message) : message.code.isSpeech ? .message(message) : .system(message),
            frame: RtEnvelope(pushing: message).wireBytes, receivedAt: date ?? message.createdAt, isLate: isLate, isOwn: isOwn)
    }
}

extension Incoming {
    /// An event of the house itself.
    package static func make(_ event: HouseEvent) -> Incoming { Incoming(house: event) }

    /// Anything that the server pushes, under an envelope of its own.
    package static func make(
        _ push: RtEnvelope.OneOf_Message, at date: Date = Date(timeIntervalSince1970: 1_767_225_600)
    ) -> Incoming? {
        var envelope = RtEnvelope()
        envelope.message = push
        guard case .event(let event) = Push(envelope, receivedAt: date) else { return nil }
        return Incoming(event: event, frame: envelope.wireBytes, receivedAt: date)
    }
}
