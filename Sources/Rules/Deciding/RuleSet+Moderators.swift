package import MezonModel

extension RuleSet {
    /// Tells whether somebody may decide about others in a clan. No application may, nor an account that may be one for all that is
    /// known.
    package func isModerator(_ user: UserID, of clan: ClanID, seeing directory: DirectoryLookup) -> Bool {
        policies[clan].isModerator(user, directory.member(user, clan), of: clan) { directory.isOf($0, anotherClanThan: clan) }
    }

    /// The channel in which the moderators of a clan are told; nil where it has no channel for them.
    package func alerts(in clan: ClanID, seeing directory: DirectoryLookup) -> ChannelID? {
        policies[clan].moderationChannel.flatMap { directory.isOf($0, anotherClanThan: clan) ? nil : $0 }
    }
}

extension DirectoryLookup {
    fileprivate func isOf(_ channel: ChannelID, anotherClanThan clan: ClanID) -> Bool {
        guard !clan.isNone, let other = self.channel(channel)?.clan, !other.isNone else { return false }
        return other != clan
    }
}
