package import ChatModel
package import Foundation
package import MezonTestGateway

/// Several clans that share one bot: their channels, users, links and rules, generated from a seed.
package struct TenantPlan: Sendable {
    package static let bot: UserID = 900
    /// A moderator of the first clan by name, without a role.
    package static let chief: UserID = 1003
    package static let start = Date(timeIntervalSince1970: 1_767_787_200)  // Wednesday, 7 January 2026, 12:00 UTC.
    private static let owner: UserID = 901
    static let letters = ["a", "b", "c", "d", "e", "f"]

    package let clans: [Clan]
    package let people: [TenantUser]
    package private(set) var places: [ChannelID: TenantPlace]
    /// The routes on which content may be shown because the operator has named its source.
    package private(set) var named: Set<TenantRoute>
    let links: [String]
    private let channelsPerClan: Int

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - clans: The number of clans, two to six.
    ///   - channels: The number of channels and threads of each clan, at least 20.
    package init(clans count: Int, channels: Int, using random: inout SplitMix64) {
        precondition(
            (2...Self.letters.count).contains(count) && channels >= 20, "there are two to six clans of 20 channels or more")
        channelsPerClan = channels
        clans = (0..<count).map { Clan(id: ClanID(Int64(1 + $0)), name: "clan-\(Self.letters[$0])") }
        var people: [TenantUser] = []
        for clan in 0..<count {
            for number in 0..<8 {
                let id = UserID(Int64(1000 + clan * 100 + number))
                let role: TenantRole = number < 2 ? .moderator : number == 2 ? .attacker : .member
                // Attackers and one of the moderators are members elsewhere, and so are some others.
                let isElsewhere =
                    number == 1 || role == .attacker || role == .member && Int.random(in: 0..<4, using: &random) == 0
                people.append(
                    TenantUser(
                        id: id, name: "\(Self.letters[clan])\(number)", role: role,
                        clans: isElsewhere ? [clan, (clan + 1) % count] : [clan]))
            }
        }
        self.people = people
        places = [:]
        for clan in 0..<count {
            let members = people.filter { $0.clans.contains(clan) }.map(\.id)
            for number in 0..<channels {
                let place = Self.place(number, of: clan, among: channels, members, people, using: &random)
                places[place.id] = place
            }
        }
        (links, named) = Self.links(clans: count, channels: channels)
    }

    /// Creates a channel: the first half of the last fifth are public threads, the second half private ones; the fifth before are
    /// private channels.
    private static func place(
        _ number: Int, of clan: Int, among count: Int, _ members: [UserID], _ people: [TenantUser],
        using random: inout SplitMix64
    ) -> TenantPlace {
        let isThread = number >= count * 4 / 5
        let isPrivate = number == 1 || isThread && number >= count * 9 / 10 || (count * 3 / 5..<count * 4 / 5).contains(number)
        let some = Set(members.shuffled(using: &random).prefix(Int.random(in: 2...4, using: &random)))
        // The moderators' channel is theirs.
        let moderators = Set(people.filter { $0.role == .moderator && $0.moderates(clan) }.map(\.id))
        let channel = Channel(
            id: id(number, of: clan), clan: ClanID(Int64(1 + clan)), parent: isThread ? id(2 + number % 8, of: clan) : 0,
            kind: isThread ? .thread : .text, label: name(number, of: clan), isPrivate: isPrivate)
        return TenantPlace(channel: channel, readers: (isPrivate ? number == 1 ? moderators : some : Set(members)).union([bot]))
    }

    package static func id(_ number: Int, of clan: Int) -> ChannelID { ChannelID(Int64(10_000 * (clan + 1) + number)) }
    static func name(_ number: Int, of clan: Int) -> String { "\(letters[clan])-\(number)" }
    package static let irc = ChannelID(connection: "net", channel: "#hall")
    static let log = ChannelID(connection: "net", channel: "#news")

    static func role(of clan: Int) -> RoleID { RoleID(Int64(500 + clan)) }

    package var seed: GatewaySeed {
        GatewaySeed(
            clans: clans.indices.map { number in
                GatewaySeed.Clan(
                    id: clans[number].id, name: clans[number].name, owner: Self.owner,
                    members: [Self.bot, Self.owner] + people.filter { $0.clans.contains(number) }.map(\.id),
                    channels: (0..<channelsPerClan).compactMap { places[Self.id($0, of: number)] }.map { place in
                        GatewaySeed.Channel(
                            id: place.id, label: place.channel.label, kind: place.channel.kind, parent: place.channel.parent,
                            members: place.channel.isPrivate ? place.readers.sorted() : nil)
                    },
                    roles: [
                        .init(
                            id: Self.role(of: number), title: "moderator", permissions: [],
                            members: people.filter { $0.role == .moderator && $0.moderates(number) }.map(\.id)),
                        .init(
                            id: RoleID(Int64(600 + number)), title: "bot",
                            permissions: [.deleteMessage, .manageChannel, .manageClan],
                            members: [Self.bot]),
                    ])
            },
            people: [.init(id: Self.bot, name: "mezon-bot", isApp: true), .init(id: Self.owner, name: "owner")]
                + people.map { .init(id: $0.id, name: $0.name) })
    }

    /// The number of the clan to which a place belongs.
    package func number(of place: TenantPlace) -> Int { clans.firstIndex { $0.id == place.channel.clan } ?? -1 }

    /// Takes in a place that was made meanwhile.
    package mutating func add(_ place: TenantPlace) { places[place.id] = place }
}

/// A route that the operator has opened.
package struct TenantRoute: Hashable, Sendable {
    package var from: ChannelID
    package var to: ChannelID
    package var includesThreads: Bool
}
