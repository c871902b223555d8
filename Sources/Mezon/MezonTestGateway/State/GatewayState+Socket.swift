import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Answers a client's envelope; a `nil` answer is an envelope that contains only the cid. RPC requests are handled by `call`.
    mutating func answer(
        _ request: RtEnvelope.OneOf_Message?, from caller: Caller, at now: Date
    ) throws(GatewayRequestError) -> GatewayReply<RtEnvelope.OneOf_Message?> {
        switch request {
        case .channelMessageSend(let wire):
            return try send(wire, by: caller, at: now).map { .channelMessageAck($0) }
        case .ping:
            return GatewayReply(.pong(RtPong()))
        case .clanJoin(let wire):
            return try join(wire, caller)
        case .channelJoin(let wire):
            return try join(wire, caller)
        case .channelLeave(let wire):
            if let connection = caller.connection { subscriptions.leave(ChannelID(wire.channelID), on: connection) }
            return GatewayReply(nil)
        case .ephemeralMessageSend(let wire):
            return try sendEphemeral(wire, by: caller, at: now).map { .channelMessage($0) }
        case .messageReactionEvent(let wire):
            return try react(wire, by: caller, at: now)
        case .messageTypingEvent(let wire):
            return try startTyping(wire, by: caller)
        case .lastSeenMessageEvent(let wire):
            return try markSeen(wire, by: caller.user)
        case .channelMessageUpdate(let wire):
            let channel = wire.channelID
            let message = wire.messageID
            return try update(wire, by: caller, at: now).map { _ in .channelMessageAck(Self.ack(message, in: channel)) }
        case .channelMessageRemove(let wire):
            let channel = wire.channelID
            let message = wire.messageID
            return try remove(wire, by: caller, at: now).map { _ in .channelMessageAck(Self.ack(message, in: channel)) }
        case .messageButtonClicked, .dropdownBoxSelected, .quickMenuEvent:
            return try interact(request, by: caller)
        case .customStatusEvent, .voiceJoinedEvent, .voiceLeavedEvent:
            return try updatePresence(request, by: caller)
        case .lastPinMessageEvent(let wire):
            return try changePin(wire, by: caller, at: now)
        case .activeArchivedThread(let wire):
            return GatewayReply(request, try activate(wire, by: caller.user))
        case .checkNameExistedEvent(var check):
            check.exist = try isTaken(check.name, in: check.clanID, for: caller.user)
            return GatewayReply(.checkNameExistedEvent(check))
        case .statusUpdate(let wire):
            return GatewayReply(request, try setStatus(wire.status.value, of: caller.user))
        case nil:
            throw GatewayRequestError.missingPayload
        default:
            throw GatewayRequestError.unrecognized
        }
    }

    /// Returns the short acknowledgement of an edit or a delete that is answered with an envelope.
    static func ack(_ message: Int64, in channel: Int64) -> RtChannelMessageAck {
        .with {
            $0.channelID = channel
            $0.messageID = message
        }
    }

    private mutating func join(_ wire: RtClanJoin, _ caller: Caller) throws(GatewayRequestError) -> GatewayReply<
        RtEnvelope.OneOf_Message?
    > {
        let clan = ClanID(wire.clanID)
        if !clan.isNone { _ = try self.clan(clan, for: caller.user) }
        if let connection = caller.connection { subscriptions.join(clan, on: connection) }
        return GatewayReply(.clanJoin(wire))
    }

    private mutating func join(_ wire: RtChannelJoin, _ caller: Caller) throws(GatewayRequestError) -> GatewayReply<
        RtEnvelope.OneOf_Message?
    > {
        let room = try room(ChannelID(wire.channelID), for: caller.user)
        if room.isThread { rooms[room.channel.id]?.members.insert(caller.user) }
        if let connection = caller.connection { subscriptions.join(room.channel.id, on: connection) }
        let joined = RtChannel.with {
            $0.id = room.channel.id.rawValue
            $0.self_p = .with {
                $0.userID = caller.user.rawValue
                $0.sessionID = Int32(clamping: caller.connection ?? 0)
                $0.username = usersByID[caller.user]?.name ?? ""
            }
            $0.chanelLabel = room.channel.label
            $0.categoryName = room.channel.categoryName
        }
        return GatewayReply(.channel(joined))
    }

    private mutating func startTyping(_ wire: RtMessageTypingEvent, by caller: Caller) throws(GatewayRequestError)
        -> GatewayReply<
            RtEnvelope.OneOf_Message?
        >
    {
        let room = try room(ChannelID(wire.channelID), for: caller.user)
        typingCount += 1
        var typing = wire
        typing.senderID = caller.user.rawValue
        typing.senderUsername = usersByID[caller.user]?.name ?? ""
        typing.senderDisplayName = usersByID[caller.user]?.displayName ?? ""
        return GatewayReply(.messageTypingEvent(typing), [push(.messageTypingEvent(typing), in: room, except: caller)])
    }

    private mutating func markSeen(_ wire: RtLastSeenMessageEvent, by user: UserID) throws(GatewayRequestError) -> GatewayReply<
        RtEnvelope.OneOf_Message?
    > {
        let room = try room(ChannelID(wire.channelID), for: user)
        lastSeen[Reader(user: user, channel: room.channel.id)] = .with {
            $0.id = wire.messageID
            $0.timestampSeconds = wire.timestampSeconds
        }
        return GatewayReply(.lastSeenMessageEvent(wire))
    }

    /// Returns a push to all sockets that receive a channel's events, except the caller's.
    mutating func push(_ message: RtEnvelope.OneOf_Message, in room: ChannelState, except caller: Caller) -> GatewayPush {
        GatewayPush(message: message, receivers: listeners(of: room).filter { $0 != caller.connection })
    }
}
