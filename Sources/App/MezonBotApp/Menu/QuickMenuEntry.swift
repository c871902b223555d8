import ChatModel
import MezonProtocol
import SwiftProtobuf

/// A command in Mezon's `/` menu: in all channels of a clan, or in one of them.
struct QuickMenuEntry: Hashable, Sendable {
    /// The two kinds of entries in Mezon's protocol.
    enum Kind: Int32, CaseIterable {
        /// Writes a text into the user's input field.
        case flash = 1
        /// Raises an event at the bot.
        case quick = 2
    }

    private static let action = "bot_event"  // As Mezon's web client writes it; the server does not need it.

    var clan: ClanID
    /// The channel; zero for all of the clan.
    var channel: ChannelID
    var name: String
    /// The text that the entry writes into the user's input field; nil for an entry that raises an event.
    var text: String?

    var kind: Kind { text == nil ? .quick : .flash }

    init(clan: ClanID, channel: ChannelID, name: String, text: String? = nil) {
        self.clan = clan
        self.channel = channel
        self.name = name
        self.text = text
    }

    /// Creates the entry that a server lists.
    init(wire: ApiQuickMenuAccess) {
        self.init(
            clan: ClanID(wire.clanID), channel: ChannelID(wire.channelID), name: wire.menuName,
            text: wire.menuType == Kind.flash.rawValue ? wire.actionMsg : nil)
    }

    /// The entry that raises an event in the same place under the same name.
    var quick: QuickMenuEntry { QuickMenuEntry(clan: clan, channel: channel, name: name) }

    /// The id under which an account registers the entry. It is the same every time, so that the server can refuse an entry that it
    /// has, and that an entry of this application can be told from those of others.
    ///
    /// FNV-1a, which unlike Swift's hashes is the same in every run.
    func id(of account: UserID) -> Int64 {
        let bytes = "\(account)/\(clan)/\(channel)/\(name)\(text.map { "/\($0)" } ?? "")".utf8
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
            $0.actionMsg = text ?? Self.action
            $0.menuType = kind.rawValue
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

    /// Returns the request that lists an account's entries of a kind in a channel; those of whole clans if it is zero.
    static func list(_ kind: Kind, in channel: ChannelID, of account: UserID) -> ApiListQuickMenuAccessRequest {
        .with {
            $0.botID = account.rawValue
            $0.channelID = channel.rawValue
            $0.menuType = kind.rawValue
        }
    }
}

/// The difference between the entries that a bot's commands should have and those that the server lists.
struct QuickMenuDifference: Equatable {
    /// The entries to register, in a fixed order.
    let missing: [QuickMenuEntry]
    /// The entries to remove: those that this application has registered and that no command has any more.
    let stale: [QuickMenuEntry]

    /// The entries to remove that are registered anew in another form.
    var replaced: [QuickMenuEntry] {
        let names = Set(missing.map(\.quick))
        return stale.filter { names.contains($0.quick) }
    }

    /// - Parameters:
    ///   - planned: The entries that the commands of the bots should have.
    ///   - listed: The entries that the server lists, among which may be those of others.
    ///   - clans: The clans whose entries are compared.
    init(_ planned: Set<QuickMenuEntry>, listed: [ApiQuickMenuAccess], in clans: Set<ClanID>, of account: UserID) {
        var known: Set<QuickMenuEntry> = []
        var foreign: Set<QuickMenuEntry> = []
        var stale: Set<QuickMenuEntry> = []
        for wire in listed where wire.botID == account.rawValue {
            let entry = QuickMenuEntry(wire: wire)
            guard wire.id == entry.id(of: account) else {
                // Registered by others. Users would not know it from a second one of the same name.
                foreign.insert(entry.quick)
                continue
            }
            known.insert(entry)
            if clans.contains(entry.clan), !planned.contains(entry) { stale.insert(entry) }
        }
        missing = planned.filter { !known.contains($0) && !foreign.contains($0.quick) }.sorted(by: Self.order)
        self.stale = stale.sorted(by: Self.order)
    }

    private static func order(_ one: QuickMenuEntry, _ other: QuickMenuEntry) -> Bool {
        (one.clan, one.channel, one.name, one.text ?? "") < (other.clan, other.channel, other.name, other.text ?? "")
    }
}
