import MezonModel

/// The borders of the clan in which something happened.
extension Facts {
    /// Tells whether a channel is known to belong to another clan than the one in which it happened. What happened in no clan has no border.
    func isElsewhere(_ channel: ChannelID) -> Bool {
        guard !clan.isNone, let other = surroundings.channel(channel)?.clan, !other.isNone else { return false }
        return other != clan
    }

    /// A channel for a person: `Lab/#general`; its id where it has no name.
    func place(_ id: ChannelID) -> String {
        let channel = surroundings.channel(id)
        let label = channel?.label ?? (id == channelID ? channelName : "")
        let name = label.isEmpty ? "\(id)" : "#\(label)"
        let owner = channel?.clan ?? (id == channelID ? clan : 0)
        guard !owner.isNone, let clan = surroundings.clan(owner)?.name, !clan.isEmpty else { return name }
        return "\(clan)/\(name)"
    }

    /// The place of the event, for a person: `Lab/#general`, or the clan alone; empty for nowhere.
    var placeName: String {
        channelID.isNone ? clan.isNone ? "" : surroundings.clan(clan)?.name ?? "" : place(channelID)
    }
}

extension RulePolicy {
    /// The channel in which moderators are told of an event; nil where its clan has no channel for them. What happened in no clan is told in the channel
    /// that the configuration names.
    func alerts(_ facts: Facts) -> ChannelID? { moderationChannel.flatMap { facts.isElsewhere($0) ? nil : $0 } }

    /// Tells whether somebody moderates the clan of an event.
    func isModerator(_ user: UserID, _ facts: Facts) -> Bool {
        isModerator(user, facts.member(user), of: facts.clan) { facts.isElsewhere($0) }
    }

    /// Tells whether somebody moderates a clan. No application does, nor an account that may be one for all that is known, and in
    /// direct conversations nobody.
    ///
    /// Roles belong to their clan by themselves. People are moderators of the clan of the channel that is named beside them.
    func isModerator(_ user: UserID, _ member: Member?, of clan: ClanID, isElsewhere: (ChannelID) -> Bool) -> Bool {
        guard member?.isBot != true, member?.isUnidentified != true else { return false }
        return hasModeratorRole(user, member, of: clan, isElsewhere: isElsewhere)
    }

    /// Tells whether rules leave somebody alone as a moderator of the clan of an event: an application with their role, too.
    func spares(_ user: UserID, _ facts: Facts) -> Bool {
        hasModeratorRole(user, facts.member(user), of: facts.clan) { facts.isElsewhere($0) }
    }

    private func hasModeratorRole(
        _ user: UserID, _ member: Member?, of clan: ClanID, isElsewhere: (ChannelID) -> Bool
    ) -> Bool {
        guard !clan.isNone else { return false }
        let isOfAnotherClan = moderationChannel.map(isElsewhere) ?? false
        return moderators.include(isOfAnotherClan ? 0 : user, member)
    }
}
