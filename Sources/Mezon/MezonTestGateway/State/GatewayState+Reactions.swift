import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

extension GatewayState {
    /// Adds a reaction to a message or removes it, and pushes it to the channel.
    mutating func react(_ wire: ApiMessageReaction, by caller: Caller, at now: Date) throws(GatewayRequestError) -> GatewayReply<
        RtEnvelope.OneOf_Message?
    > {
        let room = try roomToWrite(in: ChannelID(wire.channelID), by: caller, at: now)
        guard var message = messages.message(MessageID(wire.messageID), in: room.channel.id) else {
            throw GatewayRequestError.notFound
        }
        guard !wire.emoji.isEmpty, wire.emoji.utf8.count <= 200 else {
            throw GatewayRequestError.invalid("a reaction needs an emoji")
        }
        var reaction = wire
        if reaction.id == 0 { reaction.id = nextID(at: now) }
        reaction.senderID = caller.user.rawValue
        reaction.senderAvatar = ""
        reaction.unknownFields = UnknownStorage()
        reaction.senderName = usersByID[caller.user]?.name ?? ""
        reaction.messageSenderID = message.senderID
        reaction.clanID = room.channel.clan.rawValue
        reaction.mode = room.channel.mode.rawValue
        reaction.isPublic = room.channel.isPublic

        var reactions = ((try? ApiMessageReactionList(serializedBytes: message.reactions)) ?? ApiMessageReactionList()).reactions
        reactions.removeAll { $0.emoji == reaction.emoji && $0.senderID == reaction.senderID }
        if !reaction.action {
            guard reactions.count < 1000 else { throw GatewayRequestError.exhausted("the message has a thousand reactions") }
            reactions.append(reaction)
        }
        message.reactions = Self.list(ApiMessageReactionList.with { $0.reactions = reactions })
        messages.replace(message)
        return GatewayReply(.messageReactionEvent(reaction), [push(.messageReactionEvent(reaction), in: room, except: caller)])
    }
}
