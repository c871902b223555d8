import ChatModel

extension DecodedPush {
    /// Decodes events about members: joining and leaving, roles, bans, voice, gifts.
    static func members(_ message: RtEnvelope.OneOf_Message?) -> DecodedPush {
        switch message {
        case .addClanUserEvent(let joined):
            .event(
                .memberJoined(
                    Membership(
                        clan: ClanID(joined.clanID), users: [UserID(joined.user.userID)], username: joined.user.username,
                        isBot: joined.user.isBot)))
        case .userClanRemovedEvent(let left):
            .event(.memberLeft(Membership(clan: ClanID(left.clanID), users: EventLimits.users(left.userIds))))
        case .roleAssignEvent(let assigned):
            roles(assigned)
        case .banUserEvent(let ban):
            .event(
                .banChanged(
                    BanChange(
                        clan: ClanID(ban.clanID), channel: ChannelID(ban.channelID), users: EventLimits.users(ban.userIds),
                        by: UserID(ban.bannerID), isLifted: ban.action == 0,
                        duration: ban.action == 0 || ban.banTime <= 0 ? nil : .seconds(ban.banTime))))
        case .voiceJoinedEvent(let joined):
            .event(
                .voiceJoined(
                    VoicePresence(
                        clan: ClanID(joined.clanID), channel: ChannelID(joined.voiceChannelID), user: UserID(joined.userID))))
        case .voiceLeavedEvent(let left):
            .event(
                .voiceLeft(
                    VoicePresence(
                        clan: ClanID(left.clanID), channel: ChannelID(left.voiceChannelID), user: UserID(left.voiceUserID))))
        case .tokenSentEvent(let sent):
            .event(
                .tokenSent(
                    TokenTransfer(
                        sender: UserID(sent.senderID), senderName: sent.senderName, receiver: UserID(sent.receiverID),
                        amount: Int(sent.amount), note: sent.note, transaction: sent.transactionID)))
        case .giveCoffeeEvent(let given):
            .event(
                .coffeeGiven(
                    CoffeeGift(
                        sender: UserID(given.senderID), receiver: UserID(given.receiverID), amount: Int(given.tokenCount),
                        clan: ClanID(given.clanID), channel: ChannelID(given.channelID), message: MessageID(given.messageRefID))))
        case .some(let other): .event(.unknown(field: other.field))
        case nil: .empty
        }
    }

    /// Decodes role changes, the only event that names its clan by a text; without a valid clan it is unknown.
    private static func roles(_ assigned: RtRoleAssignedEvent) -> DecodedPush {
        guard let clan = ClanID(assigned.clanID) else { return .event(.unknown(field: 45)) }
        return .event(
            .rolesChanged(
                RoleChange(
                    clan: clan, role: RoleID(assigned.roleID), added: EventLimits.users(assigned.userIdsAssigned),
                    removed: EventLimits.users(assigned.userIdsRemoved))))
    }
}
