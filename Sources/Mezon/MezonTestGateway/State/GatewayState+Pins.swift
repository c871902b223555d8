import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

/// A message pinned to its channel.
struct PinnedMessage: Hashable {
    let id: Int64
    let message: MessageID
    let pinnedBy: UserID
    let pinnedAt: Date
}

extension GatewayState {
    /// Pins a message to its channel and pushes that to the channel; a pinned message remains unchanged.
    mutating func pin(
        _ wire: ApiPinMessageRequest, by caller: Caller, at now: Date
    ) throws(GatewayRequestError) -> GatewayReply<ApiChannelMessageHeader> {
        let room = try roomToWrite(in: ChannelID(wire.channelID), by: caller, at: now)
        guard let message = messages.message(MessageID(wire.messageID), in: room.channel.id) else {
            throw GatewayRequestError.notFound
        }
        let existing = pins[room.channel.id] ?? []
        guard !existing.contains(where: { $0.message.rawValue == message.messageID }) else { return GatewayReply(message.header) }
        guard existing.count < limits.pinsPerChannel else {
            throw GatewayRequestError.exhausted("a channel has at most \(limits.pinsPerChannel) pins")
        }
        pins[room.channel.id, default: []].append(
            PinnedMessage(
                id: nextID(at: now), message: MessageID(message.messageID), pinnedBy: caller.user, pinnedAt: now))
        return GatewayReply(message.header, [pinEvent(message, in: room, by: caller.user, at: now)])
    }

    /// Returns the pinned messages of a channel, oldest pin first.
    func pinList(_ wire: ApiPinMessageRequest, by user: UserID) throws(GatewayRequestError) -> ApiPinMessagesList {
        let room = try room(ChannelID(wire.channelID), for: user)
        return .with { list in
            for pin in pins[room.channel.id] ?? [] where wire.messageID == 0 || pin.message.rawValue == wire.messageID {
                guard let message = messages.message(pin.message, in: room.channel.id) else { continue }
                list.pinMessagesList.append(
                    .with {
                        $0.id = pin.id
                        $0.messageID = message.messageID
                        $0.channelID = message.channelID
                        $0.senderID = message.senderID
                        $0.content = message.content
                        $0.username = message.username
                        $0.avatar = message.avatar
                        $0.createTimeSeconds = Self.seconds(pin.pinnedAt)
                        $0.attachment = message.attachments
                    })
            }
        }
    }

    /// Removes a pin by its id or its message's id; allowed to the account that pinned it and to accounts that may delete
    /// messages.
    mutating func unpin(_ wire: ApiDeletePinMessage, by caller: Caller, at now: Date) throws(GatewayRequestError) -> [GatewayPush]
    {
        let room = try room(ChannelID(wire.channelID), for: caller.user)
        let pin = pins[room.channel.id]?.first {
            wire.id != 0 ? $0.id == wire.id : $0.message.rawValue == wire.messageID
        }
        guard let pin else { throw GatewayRequestError.notFound }
        if pin.pinnedBy != caller.user, !room.isConversation {
            try require(.deleteMessage, of: caller.user, in: room)
        }
        pins[room.channel.id]?.removeAll { $0.id == pin.id }
        let event = RtUnpinMessageEvent.with {
            $0.id = pin.id
            $0.messageID = pin.message.rawValue
            $0.channelID = room.channel.id.rawValue
            $0.clanID = room.channel.clan.rawValue
        }
        return [GatewayPush(message: .unpinMessageEvent(event), receivers: listeners(of: room))]
    }

    /// Pins (operation 1) or unpins (operation 0) a message as requested by an envelope.
    mutating func changePin(_ wire: RtLastPinMessageEvent, by caller: Caller, at now: Date) throws(GatewayRequestError)
        -> GatewayReply<RtEnvelope.OneOf_Message?>
    {
        let pushes =
            switch wire.operation {
            case 1:
                try pin(
                    .with {
                        $0.channelID = wire.channelID
                        $0.messageID = wire.messageID
                    }, by: caller, at: now
                ).pushes
            case 0:
                try unpin(
                    .with {
                        $0.channelID = wire.channelID
                        $0.messageID = wire.messageID
                    }, by: caller, at: now)
            default: throw GatewayRequestError.invalid("operation \(wire.operation) is neither 0 nor 1")
            }
        var answer = wire
        answer.userID = caller.user.rawValue
        // The calling socket receives the answer; the others receive the push.
        return GatewayReply(
            .lastPinMessageEvent(answer),
            pushes.map { push in
                GatewayPush(message: push.message, receivers: push.receivers.filter { $0 != caller.connection })
            })
    }

    private mutating func pinEvent(
        _ message: ApiChannelMessage, in room: ChannelState, by user: UserID, at now: Date
    ) -> GatewayPush {
        let pinned = RtLastPinMessageEvent.with {
            $0.clanID = room.channel.clan.rawValue
            $0.channelID = room.channel.id.rawValue
            $0.messageID = message.messageID
            $0.mode = room.channel.mode.rawValue
            $0.userID = user.rawValue
            $0.timestampSeconds = Self.seconds(now)
            $0.operation = 1  // Pinned.
            $0.isPublic = room.channel.isPublic
            $0.messageSenderID = "\(message.senderID)"
            $0.messageSenderUsername = message.username
            $0.messageContent = message.content
        }
        return GatewayPush(message: .lastPinMessageEvent(pinned), receivers: listeners(of: room))
    }
}
