package import MezonModel

/// A channel or thread of one of the clans, and who can read it.
package struct TenantPlace: Hashable, Sendable {
    package var channel: Channel
    package var readers: Set<UserID>

    package var id: ChannelID { channel.id }
}

/// Who a person is in the clans of a trial.
package enum TenantRole: Hashable, Sendable {
    case member, moderator
    /// A member of several clans who tries whatever might cross their borders.
    case attacker
}

/// A person of a trial, and the clans they belong to by their numbers.
package struct TenantPerson: Hashable, Sendable {
    package var id: UserID
    package var name: String
    package var role: TenantRole
    package var clans: [Int]

    /// Returns whether they moderate a clan: by a role in their own, and in no other of which they are a member.
    package func moderates(_ clan: Int) -> Bool {
        role == .moderator && clans.first == clan || id == TenantPlan.chief && clan == 0
    }
}
