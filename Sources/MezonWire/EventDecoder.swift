package import Foundation
package import MezonModel
import SwiftProtobuf

/// What a pushed envelope means.
package enum Push: Sendable {
    case event(Event)
    /// Of no interest to anybody a second later (typing, presence, read marks): not journalled.
    case transient
    /// The server hands over a fresh session.
    case session(ApiSession)
    /// An envelope without content, such as an answer whose request was forgotten.
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
                        extra: choice.values.joined(separator: ","))))
        case .addClanUserEvent(let joined):
            self = .event(
                .memberJoined(
                    Membership(clan: ClanID(joined.clanID), users: [UserID(joined.user.userID)], username: joined.user.username)))
        case .userClanRemovedEvent(let left):
            self = .event(.memberLeft(Membership(clan: ClanID(left.clanID), users: left.userIds.map { UserID($0) })))
        case .channelCreatedEvent(let created):
            self = .event(
                .channelCreated(
                    Channel(
                        id: ChannelID(created.channelID), clan: ClanID(created.clanID), parent: ChannelID(created.parentID),
                        kind: ChannelKind(rawValue: created.channelType), label: created.channelLabel,
                        isPrivate: created.channelPrivate != 0)))
        case .channelUpdatedEvent(let updated):
            self = .event(
                .channelUpdated(
                    Channel(
                        id: ChannelID(updated.channelID), clan: ClanID(updated.clanID), parent: ChannelID(updated.parentID),
                        kind: ChannelKind(rawValue: updated.channelType), label: updated.channelLabel,
                        isPrivate: updated.channelPrivate)))
        case .channelDeletedEvent(let deleted):
            self = .event(
                .channelDeleted(
                    Channel(
                        id: ChannelID(deleted.channelID), clan: ClanID(deleted.clanID), parent: ChannelID(deleted.parentID),
                        label: "")))
        case .userChannelAddedEvent(let added):
            var channel = Channel(wire: added.channelDesc)
            if channel.clan.isNone { channel.clan = ClanID(added.clanID) }
            self = .event(.channelMembersAdded(channel, added.users.map { UserID($0.userID) }))
        case .messageTypingEvent, .lastSeenMessageEvent, .customStatusEvent, .voiceJoinedEvent, .voiceLeavedEvent, .pong, .ping:
            self = .transient
        case .refreshSessionEvent(let session):
            self = .session(session)
        case .some(let other):
            self = .event(.unknown(field: other.field))
        case nil:
            self = envelope.unknownFields.firstField.map { .event(.unknown(field: $0)) } ?? .empty
        }
    }
}

extension RtEnvelope.OneOf_Message {
    /// The number of the field in the envelope, for events that are kept without being interpreted.
    fileprivate var field: Int {
        var envelope = RtEnvelope()
        envelope.message = self
        let bytes: Data = (try? envelope.serializedBytes()) ?? Data()
        return UnknownStorage.field(of: bytes) ?? 0
    }
}

extension UnknownStorage {
    fileprivate var firstField: Int? { Self.field(of: data) }

    /// The field number in front of a serialized field: a varint whose low three bits are the wire type.
    fileprivate static func field(of data: Data) -> Int? {
        var tag: UInt64 = 0
        for (index, byte) in data.prefix(5).enumerated() {
            tag |= UInt64(byte & 0x7F) << (7 * UInt64(index))
            if byte < 0x80 { return Int(tag >> 3) }
        }
        return nil
    }
}
