import ChatModel

extension DecodedPush {
    /// Decodes events about channels.
    static func channels(_ message: RtEnvelope.OneOf_Message?) -> DecodedPush {
        switch message {
        case .channelCreatedEvent(let created):
            .event(
                .channelCreated(
                    Channel(
                        id: ChannelID(created.channelID), clan: ClanID(created.clanID), parent: ChannelID(created.parentID),
                        kind: ChannelKind(rawValue: created.channelType), label: created.channelLabel,
                        category: CategoryID(created.categoryID), isPrivate: created.channelPrivate != 0,
                        creator: Channel.creator(created.creatorID))))
        case .channelUpdatedEvent(let updated):
            .event(
                .channelUpdated(
                    Channel(
                        id: ChannelID(updated.channelID), clan: ClanID(updated.clanID), parent: ChannelID(updated.parentID),
                        kind: ChannelKind(rawValue: updated.channelType), label: updated.channelLabel,
                        category: CategoryID(updated.categoryID), isPrivate: updated.channelPrivate)))
        case .channelDeletedEvent(let deleted):
            .event(
                .channelDeleted(
                    Channel(
                        id: ChannelID(deleted.channelID), clan: ClanID(deleted.clanID), parent: ChannelID(deleted.parentID),
                        label: "")))
        case .userChannelAddedEvent(let added):
            .event(members(added))
        case .some(let other): .event(.unknown(field: other.field))
        case nil: .empty
        }
    }

    private static func members(_ added: RtUserChannelAdded) -> Event {
        let users = added.users.prefix(EventLimits.users)
        return .channelMembersAdded(
            channel(added), EventLimits.users(users.map(\.userID)),
            applications: EventLimits.users(users.filter(\.isBot).map(\.userID)))
    }

    private static func channel(_ added: RtUserChannelAdded) -> Channel {
        var channel = Channel(wire: added.channelDesc)
        if channel.clan.isNone { channel.clan = ClanID(added.clanID) }
        return channel
    }
}
