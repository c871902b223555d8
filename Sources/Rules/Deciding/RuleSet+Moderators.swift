package import MezonModel

extension RuleSet {
    /// Whether somebody may decide about others. No application may.
    package func isModerator(_ user: UserID, _ member: Member?) -> Bool {
        member?.isBot != true && policy.moderators.include(user, member)
    }
}
