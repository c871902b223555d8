package import ChatModel

/// A channel or thread of one of the clans, with its readers.
package struct TenantPlace: Hashable, Sendable {
    package var channel: Channel
    package var readers: Set<UserID>

    package var id: ChannelID { channel.id }
}

/// The role of a user in the clans of a test.
package enum TenantRole: Hashable, Sendable {
    case member, moderator
    /// A member of several clans who tries to cross the boundaries between them.
    case attacker
}

/// A user in a test, with the numbers of the clans they belong to.
package struct TenantUser: Hashable, Sendable {
    package var id: UserID
    package var name: String
    package var role: TenantRole
    package var clans: [Int]

    /// Returns whether they moderate a clan: by a role in their own, and in no other of which they are a member.
    package func moderates(_ clan: Int) -> Bool {
        role == .moderator && clans.first == clan || id == TenantPlan.chief && clan == 0
    }
}
