import ChatModel
import Foundation

extension GatewayState {
    /// Creates the state that a seed describes.
    ///
    /// - Throws: `GatewayError.badSeed` if it names unknown accounts, or has duplicate ids or names.
    init(
        _ seed: GatewaySeed, switches: CompatibilityFlags, limits: GatewayLimits, at now: Date,
        using generator: inout some RandomNumberGenerator
    ) throws(GatewayError) {
        self.init(switches: switches, limits: limits)
        for user in seed.people {
            let token = user.token.map { Secret($0) } ?? Sessions.randomSecret(using: &generator)
            guard !token.isEmpty, !user.name.isEmpty, user.id > 0 else {
                throw GatewayError.badSeed("an account needs an id, a name and a token")
            }
            do {
                try add(
                    GatewayUser(
                        id: user.id, name: user.name, displayName: user.displayName ?? user.name, token: token,
                        isApp: user.isApp ?? false))
            } catch { throw GatewayError.badSeed(error.message) }
        }
        for clan in seed.clans { try add(clan, at: now) }
        for conversation in seed.conversations ?? [] { try add(conversation, at: now) }
    }

    private mutating func add(_ conversation: GatewaySeed.Channel, at now: Date) throws(GatewayError) {
        let members = Set(conversation.members ?? [])
        try check(Array(members), in: "the conversation '\(conversation.label)'")
        guard rooms[conversation.id] == nil, conversation.id > 0, let first = members.min(),
            conversation.kind == .direct ? members.count == 2 : conversation.kind == .group
        else { throw GatewayError.badSeed("the conversation '\(conversation.label)' has no id, kind or members of its own") }
        rooms[conversation.id] = ChannelState(
            channel: Channel(
                id: conversation.id, clan: 0, kind: conversation.kind ?? .group, label: conversation.label, isPrivate: true),
            creator: first, createdAt: now, members: members)
    }

    private mutating func add(_ seed: GatewaySeed.Clan, at now: Date) throws(GatewayError) {
        try check([seed.owner] + seed.members, in: "the clan '\(seed.name)'")
        guard clans[seed.id] == nil, seed.id > 0 else {
            throw GatewayError.badSeed("the clan '\(seed.name)' has no id of its own")
        }
        let members = Set(seed.members).union([seed.owner])
        var roles: [RoleState] = []
        for role in seed.roles {
            try check(role.members, in: "the role '\(role.title)'")
            roles.append(
                RoleState(
                    id: role.id, title: role.title, permissions: Set(role.permissions),
                    members: Set(role.members).intersection(members)))
        }
        let categories = categories(of: seed, at: now)
        for channel in seed.channels {
            try check(channel.members ?? [], in: "the channel '\(channel.label)'")
            guard rooms[channel.id] == nil, channel.id > 0 else {
                throw GatewayError.badSeed("the channel '\(channel.label)' has no id of its own")
            }
            rooms[channel.id] = ChannelState(
                channel: Channel(
                    id: channel.id, clan: seed.id, parent: channel.parent ?? 0, kind: channel.kind ?? .text, label: channel.label,
                    category: channel.category.flatMap { categories[$0] } ?? 0, categoryName: channel.category ?? "",
                    isPrivate: channel.members != nil),
                creator: seed.owner, createdAt: now, members: Set(channel.members ?? []))
        }
        clans[seed.id] = ClanState(
            id: seed.id, name: seed.name, owner: seed.owner, members: members,
            joinedAt: Dictionary(
                uniqueKeysWithValues: members.map { member in
                    (member, now.addingTimeInterval(Double(seed.joinedDaysAgo?[member] ?? 0) * -86_400))
                }), categories: categories, roles: roles,
            welcomeChannel: seed.channels.first { $0.members == nil }?.id ?? 0)
    }

    private mutating func categories(of seed: GatewaySeed.Clan, at now: Date) -> [String: CategoryID] {
        var categories: [String: CategoryID] = [:]
        for category in seed.categories ?? [] { categories[category.name] = category.id }
        for channel in seed.channels {
            guard let name = channel.category, categories[name] == nil else { continue }
            categories[name] = CategoryID(nextID(at: now))
        }
        return categories
    }

    private func check(_ users: [UserID], in place: String) throws(GatewayError) {
        if let unknown = users.first(where: { usersByID[$0] == nil }) {
            throw GatewayError.badSeed("\(place) names \(unknown), which is not an account")
        }
    }
}
