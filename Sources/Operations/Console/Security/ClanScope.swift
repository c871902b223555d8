import ChatModel

/// The clans that a session sees and acts in.
enum ClanScope: Sendable, Hashable {
    case everything
    /// Some clans, and nothing that belongs to none: direct messages, other networks and the application itself.
    case clans(Set<ClanID>)

    /// A Boolean value that indicates whether the session also sees what belongs to no clan.
    var isEverything: Bool { self == .everything }

    func contains(_ clan: ClanID) -> Bool {
        switch self {
        case .everything: true
        case .clans(let clans): !clan.isNone && clans.contains(clan)
        }
    }
}
