package import ChatModel
package import Foundation

/// A received event to be appended to the journal.
package struct NewEntry: Sendable {
    package var event: Event
    /// The received bytes, kept so that a later build can decode fields unknown to this one.
    package var frame: [UInt8]
    package var receivedAt: Date
    /// A Boolean value that indicates whether the event was recovered from history after an outage.
    package var isLate: Bool
    /// A Boolean value that indicates whether the application caused the event. Such an entry is stored but not handled, and gets
    /// no turn.
    package var isOwn: Bool
    /// The message's id on another network; nil for Mezon and for networks without message ids.
    package var name: String?
    /// A Boolean value that indicates whether the event equals what its frame decodes to, so that it need not be decoded again.
    package var isDecoded: Bool

    package init(
        event: Event, frame: [UInt8], receivedAt: Date, isLate: Bool = false, isOwn: Bool = false, name: String? = nil,
        isDecoded: Bool = false
    ) {
        self.event = event
        self.frame = frame
        self.receivedAt = receivedAt
        self.isLate = isLate
        self.isOwn = isOwn
        self.name = name
        self.isDecoded = isDecoded
    }
}

/// An entry of the journal.
package struct Entry: Sendable, Hashable {
    package var sequence: Int64
    package var receivedAt: Date
    /// The value of `Event.kind`.
    package var kind: String
    package var clan: ClanID
    package var channel: ChannelID
    package var message: MessageID
    package var isLate: Bool
    package var isOwn: Bool
    package var frame: [UInt8]
    /// The event in the frame, for an entry that was handed on as it was appended; nil for one that was read from the journal.
    package var decoded: Event?
}

extension Entry {
    /// The entry of an appended event, as it is read from the journal.
    init(_ new: NewEntry, as sequence: Int64) {
        self.init(
            sequence: sequence, receivedAt: Date(milliseconds: new.receivedAt.milliseconds), kind: new.event.kind,
            clan: new.event.clan, channel: new.event.channel, message: new.event.message, isLate: new.isLate, isOwn: new.isOwn,
            frame: new.frame, decoded: new.isDecoded ? new.event : nil)
    }
}
