package import ChatModel

extension RuleSet {
    /// Returns whether a user may decide about others in a clan. Bots may not, nor accounts that may be bots as far as is known.
    package func isModerator(_ user: UserID, of clan: ClanID, seeing directory: DirectoryLookup) -> Bool {
        policies[clan].isModerator(user, directory.member(user, clan), of: clan) { directory.isElsewhere($0, from: clan) }
    }

    /// Returns the channel in which the moderators of a clan are notified; `nil` if the clan has none. For another network it is
    /// the channel that the configuration names.
    package func alerts(in clan: ClanID, seeing directory: DirectoryLookup) -> ChannelID? {
        policies[clan].moderationChannel.flatMap { !clan.isExternal && directory.isElsewhere($0, from: clan) ? nil : $0 }
    }
}
