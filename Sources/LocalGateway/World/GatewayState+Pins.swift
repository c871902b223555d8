import Foundation
import MezonModel
import MezonWire
import SwiftProtobuf

extension GatewayState {
    /// Pins a message to its channel and tells everybody there; one that is pinned already stays so.
    mutating func pin(
        _ wire: ApiPinMessageRequest, by caller: Caller, at now: Date
    ) throws(GatewayRequestError) -> GatewayReply<ApiChannelMessageHeader> {
        let room = try roomToWrite(in: ChannelID(wire.channelID), by: caller, at: now)
        guard let message = messages.message(MessageID(wire.messageID), in: room.channel.id) else {
            throw GatewayRequestError.notFound
        }
        let isNew = pins[room.channel.id, default: []].insert(MessageID(message.messageID)).inserted
        guard isNew else { return GatewayReply(message.header) }
        let pinned = RtLastPinMessageEvent.with {
            $0.clanID = room.channel.clan.rawValue
            $0.channelID = room.channel.id.rawValue
            $0.messageID = message.messageID
            $0.mode = room.channel.mode.rawValue
            $0.userID = caller.user.rawValue
            $0.timestampSeconds = Self.seconds(now)
            $0.operation = 1  // Pinned, not taken off.
            $0.isPublic = room.channel.isPublic
            $0.messageSenderID = "\(message.senderID)"
            $0.messageSenderUsername = message.username
            $0.messageContent = message.content
        }
        return GatewayReply(message.header, [GatewayPush(message: .lastPinMessageEvent(pinned), receivers: listeners(of: room))])
    }
}
