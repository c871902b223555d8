import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp
import MezonTestGateway

/// The users, channels and roles of a clan at the start.
struct TestClanSetup: Equatable, Sendable {
    struct UserSetup: Equatable, Sendable {
        /// The user's id in a fixture.
        var id: String
        var name: String
        var roles: [String] = []
        /// The time between joining and the start.
        var joined = standardAge
        /// The clans that the user belongs to besides the main one.
        var clans: [String] = []

        static let standardAge: Duration = .seconds(30 * 86_400)
    }

    struct ChannelSetup: Equatable, Sendable {
        var name: String
        var kind = ChannelKind.text
        /// The name of a clan other than the main one.
        var clan: String?
        /// The users who read the channel besides the bot and the owner; nil for all members of the clan. A direct message
        /// channel is named `@` followed by the user.
        var members: [String]?

        /// A Boolean value that indicates whether the channel is a direct message channel or a group.
        var isConversation: Bool { kind == .direct || kind == .group }
    }

    var clan = "test"
    var channels: [ChannelSetup] = [ChannelSetup(name: "general"), ChannelSetup(name: "random")]
    var people: [UserSetup] = [UserSetup(id: "an", name: "an"), UserSetup(id: "binh", name: "binh")]
    /// The bot's permissions besides reading and writing.
    var permissions: Set<Permission> = [.deleteMessage, .manageChannel, .manageClan]
    var start = Date(timeIntervalSince1970: 1_767_225_600)
    var zone = "Asia/Ho_Chi_Minh"
    /// The random seed.
    var seed: UInt64 = 0

    /// The clans besides the main one, in the order in which they are named.
    var otherClans: [String] {
        (channels.compactMap(\.clan) + people.flatMap(\.clans)).reduce(into: []) { clans, name in
            if name != clan, !clans.contains(name) { clans.append(name) }
        }
    }

    static let bot = "mezon-bot"
    static let owner = "owner"

    /// Returns the corresponding gateway state, including the channels and roles that a configuration names.
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

    /// Returns the id of a user named in a fixture.
    private func user(_ id: String, _ names: TestIDs) -> UserID { names.user(people.first { $0.id == id }?.name ?? id) }

    /// Returns the clan's id. If a configuration names clans but not this one, its first clan is used.
    func clanID(_ names: TestIDs) -> ClanID {
        let configured = names.configured(.clans)
        return names.clan(configured.contains(clan) ? clan : configured.first ?? clan)
    }
}

extension Set<Permission> {
    fileprivate func sorted() -> [Permission] { sorted { $0.rawValue < $1.rawValue } }
}
