import ChatModel

/// Checks against the clan of the event.
extension Facts {
    /// Returns whether a channel belongs to another clan than that of the event. It is `false` for events without a clan.
    func isElsewhere(_ channel: ChannelID?) -> Bool {
        guard !clan.isNone, channel != channelID else { return false }
        return channel.flatMap { directory.channel($0) }
            .isOf(anotherClanThan: clan, hasSeveralClans: directory.hasSeveralClans)
    }

    /// Returns whether moderators may be notified of the event in a channel: one of its clan. The channels of other networks belong
    /// to no clan, so any channel may be used for them.
    func mayAlert(in channel: ChannelID) -> Bool { clan.isExternal || !isElsewhere(channel) }

    /// Returns a channel as user-visible text: `Lab/#general`; the id if it has no name.
    func channelDescription(_ id: ChannelID) -> String {
        let channel = directory.channel(id)
        let label = channel?.label ?? (id == channelID ? channelName : "")
        let name = label.isEmpty ? "\(id)" : "#\(label)"
        let owner = channel?.clan ?? (id == channelID ? clan : 0)
        guard !owner.isNone, let clan = directory.clan(owner)?.name, !clan.isEmpty else { return name }
        return "\(clan)/\(name)"
    }

    /// The channel of the event as user-visible text: `Lab/#general`, or only the clan; empty if there is neither.
    var channelDescription: String {
        channelID.isNone ? clan.isNone ? "" : directory.clan(clan)?.name ?? "" : channelDescription(channelID)
    }
}

extension RulePolicy {
    /// Returns the channel in which moderators are notified of an event; `nil` if the event's clan has none. Events without a
    /// clan and those of other networks use the channel that the configuration names.
    func alerts(_ facts: Facts) -> ChannelID? { moderationChannel.flatMap { facts.mayAlert(in: $0) ? $0 : nil } }

    /// Returns whether a user moderates the clan of an event.
    func isModerator(_ user: UserID, _ facts: Facts) -> Bool {
        isModerator(user, facts.member(user), of: facts.clan) { facts.isElsewhere($0) }
    }

    /// Returns whether a user moderates a clan. Bots never do, nor accounts that may be bots as far as is known, and no one
    /// moderates a direct conversation.
    ///
    /// Roles belong to one clan. Users in a clan's own section moderate that clan, and users of the top level the clan of the
    /// moderation channel. Without such a channel they moderate the only clan, or none if there are several.
    func isModerator(_ user: UserID, _ member: Member?, of clan: ClanID, isElsewhere: (ChannelID?) -> Bool) -> Bool {
        guard member?.isBot != true, member?.isUnidentified != true else { return false }
        return hasModeratorRole(user, member, of: clan, isElsewhere: isElsewhere)
    }

    /// Returns whether rules exempt a user as a moderator of the event's clan. Bots with a moderator role are exempt as well.
    func exempts(_ user: UserID, _ facts: Facts) -> Bool {
        hasModeratorRole(user, facts.member(user), of: facts.clan) { facts.isElsewhere($0) }
    }

    private func hasModeratorRole(
        _ user: UserID, _ member: Member?, of clan: ClanID, isElsewhere: (ChannelID?) -> Bool
    ) -> Bool {
        guard !clan.isNone else { return false }
        let dependsOnChannel = !areUsersOfClan && (moderationChannel != nil || !moderators.users.isEmpty)
        let isOfAnotherClan = dependsOnChannel && isElsewhere(moderationChannel)
        return moderators.include(isOfAnotherClan ? 0 : user, member)
    }
}
