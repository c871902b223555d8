import ChatModel
import MezonProtocol
import SwiftProtobuf

/// A command in Mezon's `/` menu: in all channels of a clan, or in one of them.
struct QuickMenuEntry: Hashable, Sendable {
    private static let kind: Int32 = 2  // An entry that raises an event, where 1 writes a text into the user's input field.
    private static let action = "bot_event"  // As Mezon's web client writes it; the server does not need it.

    var clan: ClanID
    /// The channel; zero for all of the clan.
    var channel: ChannelID
    var name: String

    /// The id under which an account registers the entry. It is the same every time, so that the server can refuse an entry that it
    /// has, and that an entry of this application can be told from those of others.
    ///
    /// FNV-1a, which unlike Swift's hashes is the same in every run.
    func id(of account: UserID) -> Int64 {
        let bytes = "\(account)/\(clan)/\(channel)/\(name)".utf8
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return Int64(hash >> 1) | 1
    }

    /// Returns the request that registers the entry.
    func registration(by account: UserID) -> ApiQuickMenuAccess {
        .with {
            $0.id = id(of: account)
            $0.botID = account.rawValue
            $0.clanID = clan.rawValue
            $0.channelID = channel.rawValue
            $0.menuName = name
            $0.actionMsg = Self.action
            $0.menuType = Self.kind
        }
    }

    /// Returns the request that removes the entry. It names the entry alone: one that also names the account could remove all of its
    /// entries, also those that others have registered.
    func removal(by account: UserID) -> ApiQuickMenuAccess {
        .with {
            $0.id = id(of: account)
            $0.clanID = clan.rawValue
            $0.menuName = name
        }
    }

    /// Returns the request that lists an account's entries in a channel; those of whole clans if it is zero.
    static func list(in channel: ChannelID, of account: UserID) -> ApiListQuickMenuAccessRequest {
        .with {
            $0.botID = account.rawValue
            $0.channelID = channel.rawValue
            $0.menuType = kind
        }
    }
}

/// The difference between the entries that a bot's commands should have and those that the server lists.
struct QuickMenuDifference: Equatable {
    /// The entries to register, in a fixed order.
    let missing: [QuickMenuEntry]
    /// The entries to remove: those that this application has registered and that no command has any more.
    let stale: [QuickMenuEntry]

    /// - Parameters:
    ///   - planned: The entries that the commands of the bots should have.
    ///   - listed: The entries that the server lists, among which may be those of others.
    ///   - clans: The clans whose entries are compared.
    init(_ planned: Set<QuickMenuEntry>, listed: [ApiQuickMenuAccess], in clans: Set<ClanID>, of account: UserID) {
        var known: Set<QuickMenuEntry> = []
        var stale: Set<QuickMenuEntry> = []
        for wire in listed where wire.botID == account.rawValue {
            let entry = QuickMenuEntry(
                clan: ClanID(wire.clanID), channel: ChannelID(wire.channelID), name: wire.menuName)
            known.insert(entry)
            if wire.id == entry.id(of: account), clans.contains(entry.clan), !planned.contains(entry) { stale.insert(entry) }
        }
        missing = planned.subtracting(known).sorted(by: Self.order)
        self.stale = stale.sorted(by: Self.order)
    }

    private static func order(_ one: QuickMenuEntry, _ other: QuickMenuEntry) -> Bool {
        (one.clan, one.channel, one.name) < (other.clan, other.channel, other.name)
    }
}
