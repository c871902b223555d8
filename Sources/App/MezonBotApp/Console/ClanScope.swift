package import ChatModel

/// The clans that a session of the console, or a command, sees and acts in.
package enum ClanScope: Sendable, Hashable {
    case everything
    /// Some clans, and nothing that belongs to none: direct messages, other networks and the application itself.
    case clans(Set<ClanID>)

    /// A Boolean value that indicates whether the session also sees what belongs to no clan.
    package var isEverything: Bool { self == .everything }

    package func contains(_ clan: ClanID) -> Bool {
        switch self {
        case .everything: true
        case .clans(let clans): !clan.isNone && clans.contains(clan)
        }
    }
}
