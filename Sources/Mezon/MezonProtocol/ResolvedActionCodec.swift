package import ChatModel
import Foundation
import SwiftProtobuf

/// Encodes outgoing requests as protobuf messages, for the outbox and the socket.
package enum ResolvedActionCodec {
    /// Returns the bytes for an outbox row: the envelope to send, without cid and without the fields that come from the channel's directory
    /// entry.
    ///
    /// - Throws: An error if the request contains a number or date that is not finite.
    package static func bytes(_ outgoing: ResolvedAction) throws -> [UInt8] {
        switch outgoing.request {
        case .send, .react, .edit, .delete:
            envelope(outgoing, in: Channel(id: outgoing.channel, clan: 0, label: ""))?.wireBytes ?? []
        case .relay(let relayed): RelayedMessageCodec.bytes(relayed, to: outgoing.channel)
        case .editReply, .withdraw, .directMessage, .ephemeral, .unreact, .pin, .thread, .clan, .member, .web, .account, .call:
            try PlainActionCodec.bytes(outgoing)
        }
    }

    /// Returns the bytes of an outbox row without the texts of its request; empty if they cannot be decoded.
    package static func withoutTexts(_ bytes: [UInt8]) -> [UInt8] {
        (try? outgoing(bytes)).flatMap { try? self.bytes($0.redacted) } ?? []
    }

    /// Decodes the bytes of an outbox row.
    ///
    /// - Throws: `WireError.notARequest`.
    package static func outgoing(_ bytes: [UInt8]) throws -> ResolvedAction {
        if PlainActionCodec.isEncoded(bytes) { return try PlainActionCodec.outgoing(bytes) }
        if RelayedMessageCodec.isEncoded(bytes) { return try RelayedMessageCodec.outgoing(bytes) }
        guard case .envelope(let envelope) = try Frame(bytes) else { throw WireError.notARequest }
        switch envelope.message {
        case .channelMessageSend(let wire):
            var draft = Draft(
                ContentJSON.decode(wire.content), mentions: wire.mentions.map(Mention.init(wire:)),
                attachments: wire.attachments.map(Attachment.init(wire:)))
            draft.kind = MessageKind(MessageCode(rawValue: wire.code))
            return ResolvedAction(
                channel: ChannelID(wire.channelID),
                request: .send(draft, answering: wire.references.first.map(Reference.init(wire:)), topic: TopicID(wire.topicID)))
        case .messageReactionEvent(let wire):
            return ResolvedAction(
                channel: ChannelID(wire.channelID),
                request: .react(wire.emoji, message: MessageID(wire.messageID), author: UserID(wire.messageSenderID)))
        case .channelMessageUpdate(let wire):
            let draft = Draft(
                ContentJSON.decode(wire.content), mentions: wire.mentions.map(Mention.init(wire:)),
                attachments: wire.attachments.map(Attachment.init(wire:)))
            return ResolvedAction(
                channel: ChannelID(wire.channelID),
                request: .edit(MessageID(wire.messageID), draft, topic: TopicID(wire.topicID)))
        case .channelMessageRemove(let wire):
            return ResolvedAction(
                channel: ChannelID(wire.channelID), request: .delete(MessageID(wire.messageID), topic: TopicID(wire.topicID)))
        default:
            throw WireError.notARequest
        }
    }

    /// Returns the envelope to send in a channel; nil if Mezon has none for the request.
    ///
    /// Edits and deletions are returned as envelopes too; on the socket they are sent as remote procedures.
    package static func envelope(_ outgoing: ResolvedAction, in channel: Channel) -> RtEnvelope? {
        switch outgoing.request {
        case .send(let draft, let reference, let topic):
            .with { $0.channelMessageSend = send(draft, answering: reference, topic: topic, in: channel) }
        case .directMessage(let draft, _):
            .with { $0.channelMessageSend = send(draft, answering: nil, topic: 0, in: channel) }
        case .thread(let opening, let reference):
            .with { $0.channelMessageSend = send(opening.draft, answering: reference, topic: 0, in: channel) }
        case .ephemeral(let draft, let user, let topic):
            .with {
                $0.ephemeralMessageSend.message = send(draft, answering: nil, topic: topic, in: channel)
                $0.ephemeralMessageSend.message.code = MessageCode.ephemeral.rawValue
                $0.ephemeralMessageSend.receiverIds = [user.rawValue]
            }
        case .react(let emoji, let message, let author):
            .with { $0.messageReactionEvent = reaction(emoji, isRemoval: false, on: message, by: author, in: channel) }
        case .unreact(let emoji, let message, let author):
            .with { $0.messageReactionEvent = reaction(emoji, isRemoval: true, on: message, by: author, in: channel) }
        case .edit(let message, let draft, let topic):
            .with {
                $0.channelMessageUpdate = .with {
                    $0.clanID = channel.clan.rawValue
                    $0.channelID = channel.id.rawValue
                    $0.messageID = message.rawValue
                    $0.content = ContentJSON.encode(draft.content)
                    $0.mentions = draft.mentions.map(\.wire)
                    $0.attachments = draft.attachments.map(\.wire)
                    $0.mode = channel.mode.rawValue
                    $0.isPublic = channel.isPublic
                    $0.topicID = topic.rawValue
                    $0.isUpdateMsgTopic = !topic.isNone
                    // The server finds the message by the time of the original, which is part of its id.
                    $0.createTimeSeconds = UInt32(clamping: Int(Snowflake.date(of: message).timeIntervalSince1970))
                }
            }
        case .delete(let message, let topic):
            .with {
                $0.channelMessageRemove = .with {
                    $0.clanID = channel.clan.rawValue
                    $0.channelID = channel.id.rawValue
                    $0.messageID = message.rawValue
                    $0.mode = channel.mode.rawValue
                    $0.isPublic = channel.isPublic
                    $0.topicID = topic.rawValue
                }
            }
        case .editReply, .withdraw, .pin, .clan, .member, .relay, .web, .account, .call: nil
        }
    }

    /// - Parameter author: The author of the message.
    private static func reaction(
        _ emoji: String, isRemoval: Bool, on message: MessageID, by author: UserID, in channel: Channel
    ) -> ApiMessageReaction {
        .with {
            $0.emoji = emoji
            $0.action = isRemoval
            $0.count = 1
            $0.clanID = channel.clan.rawValue
            $0.channelID = channel.id.rawValue
            $0.messageID = message.rawValue
            $0.messageSenderID = author.rawValue
            $0.mode = channel.mode.rawValue
            $0.isPublic = channel.isPublic
        }
    }

    private static func send(
        _ draft: Draft, answering reference: Reference?, topic: TopicID, in channel: Channel
    ) -> RtChannelMessageSend {
        .with {
            $0.clanID = channel.clan.rawValue
            $0.channelID = channel.id.rawValue
            $0.content = ContentJSON.encode(draft.content)
            $0.code = draft.kind?.code.rawValue ?? 0
            $0.mentions = draft.mentions.map(\.wire)
            $0.attachments = draft.attachments.map(\.wire)
            $0.references = reference.map { [$0.wire] } ?? []
            $0.mode = channel.mode.rawValue
            $0.isPublic = channel.isPublic
            $0.mentionEveryone = draft.mentions.contains { $0.user == Mention.everyone }
            $0.topicID = topic.rawValue
        }
    }
}
