/// The owner of a state value: the whole bot, a clan, a channel, a user, or a member of a clan.
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

    /// One value for all clans and users.
    public static let global = StateScope(.global)
    /// The value of the event's clan; in a direct conversation, of that conversation.
    public static let clan = StateScope(.clan(nil))
    /// The value of the event's channel.
    public static let channel = StateScope(.channel(nil))
    /// The value of the event's user, in all clans.
    public static let user = StateScope(.user(nil))
    /// The value of the event's user in this clan.
    public static let member = StateScope(.member(nil))
    /// Returns the scope of a given clan.
    public static func clan(_ clan: ClanID) -> StateScope { StateScope(.clan(clan)) }
    /// Returns the scope of a given channel.
    public static func channel(_ channel: ChannelID) -> StateScope { StateScope(.channel(channel)) }
    /// Returns the scope of a given user, in all clans.
    public static func user(_ user: UserID) -> StateScope { StateScope(.user(user)) }
    /// Returns the scope of a given user in the event's clan.
    public static func member(_ user: UserID) -> StateScope { StateScope(.member(user)) }

    /// Returns whether a key of a bot's store belongs to the application: cooldowns, dialogues, time zones. No state of the bot
    /// itself has such a key.
    package static func isSystemKey(_ key: String) -> Bool { key.hasPrefix("~") }

    /// Returns the key under which the value is stored: `clan:301`, `member:301/101`, or `clan:0/501` in a direct conversation.
    func key(at invocation: InvocationContext) -> String {
        switch kind {
        case .global: "global"
        case .clan(let clan): "clan:\(invocation.clanKey(clan ?? invocation.clan))"
        case .channel(let channel): "channel:\(channel ?? invocation.channel)"
        case .user(let user): "user:\(user ?? invocation.user)"
        case .member(let user): "member:\(invocation.clan)/\(user ?? invocation.user)"
        }
    }
}

extension StateScope {
    /// Returns whether bots in a place may use the value under a key: one of all clans, or one of the place itself. It is false for
    /// cooldowns and dialogues, which single users and channels have.
    ///
    /// - Parameter channel: Returns a channel of the directory; one that is unknown may belong to any clan.
    package static func isInReach(
        _ key: String, of place: InvocationPlace, channel: (ChannelID) -> Channel?
    ) -> Bool {
        if case .part(let key) = StateLockKey(key), !StoredSettings.isKey(key) { return false }
        guard let colon = key.firstIndex(of: ":") else { return true }
        let owner = key[key.index(after: colon)...]
        switch key[..<colon] {
        case "channel":
            guard let channel = Int64(owner).flatMap({ channel(ChannelID($0)) }) else { return true }
            return channel.clan == place.clan && (!place.clan.isNone || channel.id == place.conversation)
        case "member": return owner.hasPrefix("\(place.clan)/")
        // Of a clan, or of a conversation: `clan:301`, `clan:0/501`.
        case "clan" where !place.conversation.isNone: return owner == "\(place.clan)/\(place.conversation)"
        case "clan", "~settings/clan": return owner == "\(place.clan)"
        default: return true
        }
    }

    /// The keys of the cooldowns and of the dialogue that an event may concern.
    package static func userKeys(of event: Event, in clan: ClanID) -> [String] {
        let place = clan.isNone && !event.channel.isNone ? "\(clan)/\(event.channel)" : "\(clan)"
        return ["user:\(event.actor)", "channel:\(event.channel)", "clan:\(place)"].map(Cooldown.key)
            + [dialogueKey(of: event.actor, in: event.channel)]
    }

    /// The key of a user's dialogue in a channel.
    package static func dialogueKey(of user: UserID, in channel: ChannelID) -> String {
        DialogueKey(channel: channel, user: user).text
    }
}
