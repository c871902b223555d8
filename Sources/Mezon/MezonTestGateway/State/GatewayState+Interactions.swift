import ChatModel
import Foundation
import MezonProtocol

extension GatewayState {
    /// Echoes the use of a button, a select or a quick menu, and reports it to the account that owns the message or menu.
    mutating func interact(_ request: RtEnvelope.OneOf_Message?, by caller: Caller) throws(GatewayRequestError) -> GatewayReply<
        RtEnvelope.OneOf_Message?
    > {
        switch request {
        case .messageButtonClicked(var click):
            let message = try message(click.messageID, in: click.channelID, for: caller.user)
            guard message.component(click.buttonID)?.isUsable == true else { throw GatewayRequestError.notFound }
            click.senderID = message.senderID
            click.userID = caller.user.rawValue
            return GatewayReply(
                request,
                [GatewayPush(message: .messageButtonClicked(click), receivers: connections(of: [UserID(click.senderID)]))])
        case .dropdownBoxSelected(var choice):
            let message = try message(choice.messageID, in: choice.channelID, for: caller.user)
            guard let select = message.component(choice.selectboxID), select.isUsable else { throw GatewayRequestError.notFound }
            guard choice.values.allSatisfy(select.offers) else {
                throw GatewayRequestError.invalid("the select does not offer a value that was chosen")
            }
            choice.senderID = message.senderID
            choice.userID = caller.user.rawValue
            return GatewayReply(
                request,
                [GatewayPush(message: .dropdownBoxSelected(choice), receivers: connections(of: [UserID(choice.senderID)]))])
        case .quickMenuEvent(var use):
            let room = try room(ChannelID(use.message.channelID), for: caller.user)
            use.senderID = caller.user.rawValue
            use.message.clanID = room.channel.clan.rawValue
            let owners = menus.filter {
                $0.menuName == use.menuName && $0.menuType != 1 && [0, use.message.channelID].contains($0.channelID)
                    && [0, use.message.clanID].contains($0.clanID)
            }.map { UserID($0.botID) }.filter { reads($0, room) }
            guard !owners.isEmpty else { throw GatewayRequestError.notFound }
            return GatewayReply(request, [GatewayPush(message: .quickMenuEvent(use), receivers: connections(of: owners))])
        default:
            throw GatewayRequestError.unrecognized
        }
    }

    /// Echoes a status change, or joining or leaving a voice channel, and pushes it to the clan.
    mutating func updatePresence(_ request: RtEnvelope.OneOf_Message?, by caller: Caller) throws(GatewayRequestError)
        -> GatewayReply<
            RtEnvelope.OneOf_Message?
        >
    {
        switch request {
        case .customStatusEvent(var status):
            status.userID = caller.user.rawValue
            status.username = usersByID[caller.user]?.name ?? ""
            return try toClan(.customStatusEvent(status), ClanID(status.clanID), by: caller)
        case .voiceJoinedEvent(let joined):
            return try enterVoice(ChannelID(joined.voiceChannelID), by: caller)
        case .voiceLeavedEvent(let left):
            return try leaveVoice(ChannelID(left.voiceChannelID), by: caller)
        default:
            throw GatewayRequestError.unrecognized
        }
    }

    func toClan(_ message: RtEnvelope.OneOf_Message, _ id: ClanID, by caller: Caller) throws(GatewayRequestError) -> GatewayReply<
        RtEnvelope.OneOf_Message?
    > {
        guard !id.isNone else { return GatewayReply(message) }
        let clan = try clan(id, for: caller.user)
        return GatewayReply(
            message, [GatewayPush(message: message, receivers: listeners(of: clan).filter { $0 != caller.connection })])
    }

    private func message(_ id: Int64, in channel: Int64, for user: UserID) throws(GatewayRequestError) -> ApiChannelMessage {
        let room = try room(ChannelID(channel), for: user)
        guard let message = messages.message(MessageID(id), in: room.channel.id) else { throw GatewayRequestError.notFound }
        return message
    }
}
