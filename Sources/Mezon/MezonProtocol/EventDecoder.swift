package import ChatModel
package import Foundation
import SwiftProtobuf

/// The decoded meaning of a pushed envelope.
package enum DecodedPush: Sendable {
    case event(Event)
    /// An event that is only of momentary interest (typing, presence, read marks) and is not journaled.
    case transient
    /// Activities of members, which are journaled only if a bot asks for them. Presence names no clan.
    case activity([MemberActivity])
    /// The server pushed a fresh session.
    case session(ApiSession)
    /// An envelope without content, such as a response whose request was forgotten.
    case empty

    package init(_ envelope: RtEnvelope, receivedAt: Date) {
        switch envelope.message {
        case .channelMessage(let message):
            self = MessageDecoder.push(message)
        case .messageReactionEvent(let reaction):
            self = .event(.reaction(Reaction(wire: reaction)))
        case .messageButtonClicked(let click):
            self = .event(
                .button(
                    ButtonClick(
                        message: MessageID(click.messageID), channel: ChannelID(click.channelID), button: click.buttonID,
                        user: UserID(click.userID), messageAuthor: UserID(click.senderID), extra: click.extraData)))
        case .dropdownBoxSelected(let choice):
            self = .event(
                .button(
                    ButtonClick(
                        message: MessageID(choice.messageID), channel: ChannelID(choice.channelID), button: choice.selectboxID,
                        user: UserID(choice.userID), messageAuthor: UserID(choice.senderID),
                        extra: choice.values.joined(separator: ","), isChoice: true)))
        case .quickMenuEvent(let choice):
            self = .event(
                .quickMenu(
                    MenuChoice(
                        clan: ClanID(choice.message.clanID), channel: ChannelID(choice.message.channelID), menu: choice.menuName,
                        user: UserID(choice.senderID), topic: TopicID(choice.message.topicID),
                        text: ContentJSON.decode(choice.message.content).text)))
        case .clanEventCreated(let change):
            self = Self.clanEvent(change)
        case .addClanUserEvent, .userClanRemovedEvent, .roleAssignEvent, .banUserEvent, .voiceJoinedEvent, .voiceLeavedEvent,
            .tokenSentEvent, .giveCoffeeEvent:
            self = Self.members(envelope.message)
        case .channelCreatedEvent, .channelUpdatedEvent, .channelDeletedEvent, .userChannelAddedEvent:
            self = Self.channels(envelope.message)
        // A notification repeats a message that is pushed by itself, or concerns friends.
        case .messageTypingEvent(let typing):
            self = .activity([
                MemberActivity(
                    .typing, of: UserID(typing.senderID), clan: ClanID(typing.clanID), channel: ChannelID(typing.channelID),
                    at: receivedAt)
            ])
        case .statusPresenceEvent(let change):
            // A connection that replaces another is reported as one that went and one that came.
            self = .activity(
                change.leaves.map { MemberActivity(.offline, $0, at: receivedAt) }
                    + change.joins.map { MemberActivity(.online, $0, at: receivedAt) })
        case .lastSeenMessageEvent, .customStatusEvent, .userStatusEvent, .notifications, .pong, .ping:
            self = .transient
        case .refreshSessionEvent(let session):
            self = .session(session)
        case .some(let other):
            self = .event(.unknown(field: other.field))
        case nil:
            self =
                switch envelope.unknownFields.firstField {
                case .some(let field) where Self.presenceFields.contains(field): .transient
                case .some(let field): .event(.unknown(field: field))
                case nil: .empty
                }
        }
    }

    /// The fields of users who come and go in channels and streams: each connection of each member causes some, and nothing
    /// reads them later.
    private static let presenceFields: Set<Int> = [11, 21]
}

extension MemberActivity {
    fileprivate init(_ kind: Kind, _ presence: RtUserPresence, at date: Date) {
        self.init(kind, of: UserID(presence.userID), clan: 0, at: date)
        session = presence.sessionID
    }
}

extension RtEnvelope.OneOf_Message {
    /// The number of the field in the envelope, for events that are stored without being decoded.
    var field: Int {
        var envelope = RtEnvelope()
        envelope.message = self
        let bytes: Data = (try? envelope.serializedBytes()) ?? Data()
        return UnknownStorage.field(of: bytes) ?? 0
    }
}

extension UnknownStorage {
    fileprivate var firstField: Int? { Self.field(of: data) }

    /// Returns the field number of a serialized field: a varint whose low three bits are the wire type.
    fileprivate static func field(of data: Data) -> Int? {
        var tag: UInt64 = 0
        for (index, byte) in data.prefix(5).enumerated() {
            tag |= UInt64(byte & 0x7F) << (7 * UInt64(index))
            if byte < 0x80 { return Int(tag >> 3) }
        }
        return nil
    }
}
