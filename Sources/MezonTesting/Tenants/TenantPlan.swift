package import Foundation
package import LocalGateway
package import MezonModel

/// Several clans that share one bot: their channels, users, links and rules, generated from a seed.
package struct TenantPlan: Sendable {
    package static let bot: UserID = 900
    package static let start = Date(timeIntervalSince1970: 1_767_787_200)  // Wednesday, 7 January 2026, 12:00 UTC.
    private static let owner: UserID = 901
    private static let letters = ["a", "b", "c", "d", "e", "f"]

    package let clans: [Clan]
    package let people: [TenantPerson]
    package private(set) var places: [ChannelID: TenantPlace]
    /// The routes on which content may be shown because the operator has named its source.
    package private(set) var named: Set<TenantRoute>
    private let links: [String]
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
        var people: [TenantPerson] = []
        for clan in 0..<count {
            for number in 0..<8 {
                let id = UserID(Int64(1000 + clan * 100 + number))
                let role: TenantRole = number < 2 ? .moderator : number == 2 ? .attacker : .member
                // Attackers, and some other members, also belong to a second clan.
                let isElsewhere = role == .attacker || role == .member && Int.random(in: 0..<4, using: &random) == 0
                people.append(
                    TenantPerson(
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
        _ number: Int, of clan: Int, among count: Int, _ members: [UserID], _ people: [TenantPerson],
        using random: inout SplitMix64
    ) -> TenantPlace {
        let isThread = number >= count * 4 / 5
        let isPrivate = number == 1 || isThread && number >= count * 9 / 10 || (count * 3 / 5..<count * 4 / 5).contains(number)
        let some = Set(members.shuffled(using: &random).prefix(Int.random(in: 2...4, using: &random)))
        // The moderators' channel is readable only by them.
        let moderators = Set(people.filter { $0.role == .moderator && $0.clans.contains(clan) }.map(\.id))
        let channel = Channel(
            id: id(number, of: clan), clan: ClanID(Int64(1 + clan)), parent: isThread ? id(2 + number % 8, of: clan) : 0,
            kind: isThread ? .thread : .text, label: name(number, of: clan), isPrivate: isPrivate)
        return TenantPlace(channel: channel, readers: (isPrivate ? number == 1 ? moderators : some : Set(members)).union([bot]))
    }

    package static func id(_ number: Int, of clan: Int) -> ChannelID { ChannelID(Int64(10_000 * (clan + 1) + number)) }
    private static func name(_ number: Int, of clan: Int) -> String { "\(letters[clan])-\(number)" }
    package static let irc = ChannelID(port: "net", room: "#hall")
    private static let log = ChannelID(port: "net", room: "#news")

    private static func links(clans: Int, channels: Int) -> ([String], Set<TenantRoute>) {
        var routes: Set<TenantRoute> = []
        func carry(_ from: ChannelID, _ to: [ChannelID], threads: Bool = false) {
            for destination in to where destination != from {
                routes.insert(TenantRoute(from: from, to: destination, includesThreads: threads))
            }
        }
        let halls = (0..<clans).map { id(2, of: $0) } + [irc]
        for hall in halls { carry(hall, halls) }
        carry(id(3, of: 0), [id(3, of: 1), log], threads: true)
        let secret = channels * 9 / 10, board = channels * 3 / 5
        carry(id(secret, of: 0), [id(4, of: 0)])
        carry(id(board, of: 0), [id(board, of: 1)])
        let lines = [
            "hall: { between: [\((0..<clans).map { name(2, of: $0) }.joined(separator: ", ")), hall] }",
            "news: { from: \(name(3, of: 0)), to: [\(name(3, of: 1)), log], threads: include }",
            "secret: { from: \(name(secret, of: 0)), to: \(name(4, of: 0)) }",
            "board: { from: \(name(board, of: 0)), to: \(name(board, of: 1)) }",
        ]
        return (lines, routes)
    }

    /// Returns the YAML of the configuration.
    ///
    /// - Parameter rules: Further rules, as items indented by two.
    package func configuration(rules: String = "") -> String {
        let names = places.values.sorted { $0.id < $1.id }.map { "    \($0.channel.label): \"\($0.id)\"" }.joined(separator: "\n")
        return """
            version: 1
            names:
              clans: { \(clans.map { "\($0.name): \"\($0.id)\"" }.joined(separator: ", ")) }
              roles: { \(clans.indices.map { "\(Self.letters[$0])-mod: \"\(Self.role(of: $0))\"" }.joined(separator: ", ")) }
              users: { boss: "1000" }
              channels:
            \(names)
            ports:
              net: { irc: { host: irc.example, nick: bot }, channels: { hall: "#hall", log: "#news" } }
            moderation: { channel: a-1, roles: [\(clans.indices.map { "\(Self.letters[$0])-mod" }.joined(separator: ", "))] }
            relays:
            \(links.map { "  " + $0 }.joined(separator: "\n"))
            rules:
              - { id: up, trigger: message, when: { text: { contains: "!up" } }, then: { forward: a-5 } }
              - { id: copy, trigger: message, when: { text: { contains: "!copy" } }, then: { relay: { to: [b-5, a-6, log] } } }
              - { id: quote, trigger: [message, edit], when: { text: { contains: "!quote" } },
                  then: { send: { to: c-5, embed: { title: "{{ author.name }}", text: "{{ message.text }}" } } } }
              - { id: alarm, trigger: message, when: { text: { contains: "!alarm" } }, then: [alert] }
              - { id: tell, trigger: message, when: { text: { contains: "!tell" } },
                  then: [{ dm: { to: boss, text: "{{ match.text }}: {{ message.text }}" } }, { report: spam }] }
              - { id: later, trigger: message, when: { text: { contains: "!later" } }, then: [{ wait: 1m }, { forward: b-6 }] }
              - { id: mine, trigger: message, in: { clans: clan-b }, when: { text: { contains: "!mine" } },
                  then: [{ reply: "{{ message.text }}" }, { forward: b-7 }] }
              - { id: kept, trigger: message, when: { text: { matches: '!keep (?P<word>\\S+)' } },
                  then: [{ set: { var: word, value: "{{ message.text }}" } }, { send: { to: a-8, text: "{{ vars.word }}" } }] }
            \(rules)
            """
    }

    private static func role(of clan: Int) -> RoleID { RoleID(Int64(500 + clan)) }

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
                            members: people.filter { $0.role == .moderator && $0.clans.contains(number) }.map(\.id)),
                        .init(
                            id: RoleID(Int64(600 + number)), title: "bot",
                            permissions: [.deleteMessage, .manageChannel, .manageClan],
                            members: [Self.bot]),
                    ])
            },
            people: [.init(id: Self.bot, name: "mezon-bot", isApp: true), .init(id: Self.owner, name: "owner")]
                + people.map { .init(id: $0.id, name: $0.name) })
    }

    /// Adds a channel that was created during the run.
    package mutating func add(_ place: TenantPlace) { places[place.id] = place }
}

/// A route that the operator has opened.
package struct TenantRoute: Hashable, Sendable {
    package var from: ChannelID
    package var to: ChannelID
    package var includesThreads: Bool
}
