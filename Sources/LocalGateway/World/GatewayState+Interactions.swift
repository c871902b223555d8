import MezonModel
import MezonWire

extension GatewayState {
    /// A button, a select or a quick menu that a person used: told to the one whose message or menu it is, and echoed.
    mutating func interact(_ request: RtEnvelope.OneOf_Message?, by caller: Caller) throws(GatewayRequestError) -> GatewayReply<
        RtEnvelope.OneOf_Message?
    > {
        switch request {
        case .messageButtonClicked(var click):
            click.senderID = try author(of: click.messageID, in: click.channelID, for: caller.user).rawValue
            click.userID = caller.user.rawValue
            return GatewayReply(
                request,
                [GatewayPush(message: .messageButtonClicked(click), receivers: connections(of: [UserID(click.senderID)]))])
        case .dropdownBoxSelected(var choice):
            choice.senderID = try author(of: choice.messageID, in: choice.channelID, for: caller.user).rawValue
            choice.userID = caller.user.rawValue
            return GatewayReply(
                request,
                [GatewayPush(message: .dropdownBoxSelected(choice), receivers: connections(of: [UserID(choice.senderID)]))])
        case .quickMenuEvent(var use):
            let room = try room(ChannelID(use.message.channelID), for: caller.user)
            use.senderID = caller.user.rawValue
            let owners = menus.filter { $0.menuName == use.menuName }.map { UserID($0.botID) }.filter { reads($0, room) }
            guard !owners.isEmpty else { throw GatewayRequestError.notFound }
            return GatewayReply(request, [GatewayPush(message: .quickMenuEvent(use), receivers: connections(of: owners))])
        default:
            throw GatewayRequestError.unrecognized
        }
    }

    /// A status, a pin or somebody's coming and going in a voice room: echoed, and told to those it concerns.
    mutating func tell(_ request: RtEnvelope.OneOf_Message?, by caller: Caller) throws(GatewayRequestError) -> GatewayReply<
        RtEnvelope.OneOf_Message?
    > {
        switch request {
        case .lastPinMessageEvent(var pin):
            let room = try room(ChannelID(pin.channelID), for: caller.user)
            pin.userID = caller.user.rawValue
            return GatewayReply(.lastPinMessageEvent(pin), [others(.lastPinMessageEvent(pin), in: room, than: caller)])
        case .customStatusEvent(var status):
            status.userID = caller.user.rawValue
            status.username = people[caller.user]?.name ?? ""
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

    private func author(of message: Int64, in channel: Int64, for user: UserID) throws(GatewayRequestError) -> UserID {
        let room = try room(ChannelID(channel), for: user)
        guard let message = messages.message(MessageID(message), in: room.channel.id) else { throw GatewayRequestError.notFound }
        return UserID(message.senderID)
    }
}
