package import MezonModel

extension RuleSet {
    /// Whether somebody may decide about others in a clan. No application may.
    ///
    /// - Parameter member: them as members of that clan.
    package func isModerator(_ user: UserID, of clan: ClanID, _ member: Member?) -> Bool {
        member?.isBot != true && policies[clan].moderators.include(user, member)
    }
}
