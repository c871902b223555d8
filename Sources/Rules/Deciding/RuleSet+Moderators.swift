package import MezonModel

extension RuleSet {
    /// Whether somebody may decide about others. No application may, nor an account that may be one for all that is known.
    package func isModerator(_ user: UserID, _ member: Member?) -> Bool {
        member?.isBot != true && member?.isUnidentified != true && policy.moderators.include(user, member)
    }
}
