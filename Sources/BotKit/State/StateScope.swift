/// Whose memory it is: that of everybody, of the clan or channel where something happened, or of a person.
public struct StateScope: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
        case global
        case clan(ClanID?)
        case channel(ChannelID?)
        case user(UserID?)
        case member(UserID?)
    }

    private let kind: Kind
    private init(_ kind: Kind) { self.kind = kind }

    public static let global = StateScope(.global)
    public static let clan = StateScope(.clan(nil))
    public static let channel = StateScope(.channel(nil))
    /// The person who did it, wherever they are.
    public static let user = StateScope(.user(nil))
    /// The person who did it, in this clan.
    public static let member = StateScope(.member(nil))
    public static func clan(_ clan: ClanID) -> StateScope { StateScope(.clan(clan)) }
    public static func channel(_ channel: ChannelID) -> StateScope { StateScope(.channel(channel)) }
    public static func user(_ user: UserID) -> StateScope { StateScope(.user(user)) }
    public static func member(_ user: UserID) -> StateScope { StateScope(.member(user)) }

    /// Whether something stored for a bot is the house's own: cooldowns, dialogues. No state of a bot's own has a key like it.
    package static func isOfHouse(_ key: String) -> Bool { key.hasPrefix("~") }

    /// What it is stored under: `clan:301`, `member:301/101`.
    func key(at scene: InvocationContext) -> String {
        switch kind {
        case .global: "global"
        case .clan(let clan): "clan:\(clan ?? scene.clan)"
        case .channel(let channel): "channel:\(channel ?? scene.channel)"
        case .user(let user): "user:\(user ?? scene.user)"
        case .member(let user): "member:\(scene.clan)/\(user ?? scene.user)"
        }
    }
}
