import BotConfig
import Foundation
import LocalGateway
import MezonBot
import MezonModel

/// Who and what is in a clan when it begins.
struct TestClanSetup: Equatable, Sendable {
    struct UserSetup: Equatable, Sendable {
        /// What a fixture calls them.
        var id: String
        var name: String
        var roles: [String] = []
        /// How long before the beginning they came.
        var joined = usual
        /// Clans that they are in besides the one that it is about.
        var clans: [String] = []

        static let usual: Duration = .seconds(30 * 86_400)
    }

    struct ChannelSetup: Equatable, Sendable {
        var name: String
        var kind = ChannelKind.text
        /// Another clan than the one that it is about.
        var clan: String?
        /// Who reads it besides the bot and the owner; nil for everybody in the clan. A direct conversation is called `@` and the
        /// person.
        var members: [String]?

        /// Whether it is a direct conversation or a group.
        var isConversation: Bool { kind == .direct || kind == .group }
    }

    var clan = "test"
    var channels: [ChannelSetup] = [ChannelSetup(name: "general"), ChannelSetup(name: "random")]
    var people: [UserSetup] = [UserSetup(id: "an", name: "an"), UserSetup(id: "binh", name: "binh")]
    /// What the bot may do, besides reading and writing.
    var permissions: Set<Permission> = [.deleteMessage, .manageChannel, .manageClan]
    var start = Date(timeIntervalSince1970: 1_767_225_600)
    var zone = "Asia/Ho_Chi_Minh"
    /// Where chance begins.
    var seed: UInt64 = 0

    /// Clans besides the one that it is about, in the order in which they are named.
    var otherClans: [String] {
        (channels.compactMap(\.clan) + people.flatMap(\.clans)).reduce(into: []) { clans, name in
            if name != clan, !clans.contains(name) { clans.append(name) }
        }
    }

    static let bot = "mezon-bot"
    static let owner = "owner"

    /// The world that it describes, with the channels and roles that a configuration names besides.
    func seed(_ names: TestIDs) -> GatewaySeed {
        let known = Set(channels.map(\.name))
        let places =
            channels.filter { $0.clan == nil && !$0.isConversation }
            + names.configured(.channels).filter { !known.contains($0) }.map { ChannelSetup(name: $0) }
        let roles = Set(names.configured(.roles) + people.flatMap(\.roles)).sorted()
        let bot = names.user(Self.bot), owner = names.user(Self.owner)
        func members(_ place: ChannelSetup) -> [UserID]? {
            place.members.map { [bot, owner] + $0.map { user($0, names) } }
        }
        return GatewaySeed(
            clans: [
                GatewaySeed.Clan(
                    id: clanID(names), name: clan, owner: owner, members: [bot, owner] + people.map { names.user($0.name) },
                    channels: places.map {
                        .init(id: names.channel($0.name), label: $0.name, kind: $0.kind, members: members($0))
                    },
                    roles: [.init(id: names.role("bot"), title: "bot", permissions: permissions.sorted(), members: [bot])]
                        + roles.map { role in
                            .init(
                                id: names.role(role), title: role, permissions: [],
                                members: people.filter { $0.roles.contains(role) }.map { names.user($0.name) })
                        },
                    joinedDaysAgo: Dictionary(
                        people.map { (names.user($0.name), Int($0.joined / .seconds(86_400))) }
                            + [(bot, 365), (owner, 1000)]
                    ) { first, _ in first })
            ]
                + otherClans.map { other in
                    GatewaySeed.Clan(
                        id: names.clan(other), name: other, owner: owner,
                        members: [bot, owner] + people.filter { $0.clans.contains(other) }.map { names.user($0.name) },
                        channels: channels.filter { $0.clan == other }.map {
                            .init(id: names.channel($0.name), label: $0.name, kind: $0.kind, members: members($0))
                        },
                        roles: [
                            .init(
                                id: names.role("bot@\(other)"), title: "bot", permissions: permissions.sorted(), members: [bot])
                        ])
                },
            people: [.init(id: bot, name: Self.bot, isApp: true), .init(id: owner, name: Self.owner)]
                + people.map { .init(id: names.user($0.name), name: $0.name) },
            conversations: channels.filter(\.isConversation).map { place in
                let partners = place.kind == .direct ? [String(place.name.drop { $0 == "@" })] : place.members ?? []
                return .init(
                    id: names.channel(place.name), label: place.kind == .direct ? "" : place.name, kind: place.kind,
                    members: [bot] + partners.map { user($0, names) })
            })
    }

    /// Somebody by what a fixture calls them.
    private func user(_ id: String, _ names: TestIDs) -> UserID { names.user(people.first { $0.id == id }?.name ?? id) }

    /// A configuration that names a clan, and not this one, means this one.
    func clanID(_ names: TestIDs) -> ClanID {
        let configured = names.configured(.clans)
        return names.clan(configured.contains(clan) ? clan : configured.first ?? clan)
    }
}

extension Set<Permission> {
    fileprivate func sorted() -> [Permission] { sorted { $0.rawValue < $1.rawValue } }
}
