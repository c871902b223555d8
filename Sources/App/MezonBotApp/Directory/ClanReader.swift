package import ChatModel
import Foundation
package import MezonClient
import MezonProtocol
import Storage
import SwiftProtobuf

/// Reads a clan's members, roles and bans, and the bot's own permissions from the server.
package struct ClanReader: Sendable {
    let client: SessionClient
    let rateLimiter: ReadRateLimiter
    private let maxPages = 20  // A limit in case a server never stops returning a next page.

    init(client: SessionClient, rateLimiter: ReadRateLimiter) {
        self.client = client
        self.rateLimiter = rateLimiter
    }

    package init(client: SessionClient, perSecond: Int?, time: any TimeSource) {
        self.init(client: client, rateLimiter: ReadRateLimiter(perSecond: perSecond, time: time))
    }

    /// The members of a clan with their roles, and their join times if the server provides them.
    ///
    /// - Parameter holders: The users of each role, for members listed without roles.
    /// - Throws: `SessionError`.
    func members(of clan: ClanID, holders: [RoleID: [UserID]]) async throws -> [Member] {
        try await membersAndNames(of: clan, holders: holders).members
    }

    /// The members of a clan together with their names.
    ///
    /// - Throws: `SessionError`.
    func membersAndNames(
        of clan: ClanID, holders: [RoleID: [UserID]]
    ) async throws -> (members: [Member], names: [Author]) {
        try await rateLimiter.wait()
        let list = try await client.call(
            .listClanUsers, ApiListClanUsersRequest.with { $0.clanID = clan.rawValue }, as: ApiClanUserList.self)
        var held: [UserID: [RoleID]] = [:]
        for (role, users) in holders.sorted(by: { $0.key < $1.key }) {
            for user in users { held[user, default: []].append(role) }
        }
        let members = list.clanUsers.filter { $0.user.id > 0 }.map { wire in
            let user = UserID(wire.user.id)
            let joined = wire.user.joinTimeSeconds
            var member = Member(
                clan: clan, user: user, roles: wire.roleID.isEmpty ? held[user] ?? [] : wire.roleID.map { RoleID($0) },
                joinedAt: joined == 0 ? nil : Date(timeIntervalSince1970: Double(joined)))
            // The list does not distinguish people from applications.
            member.isUnidentified = true
            return member
        }
        return (members, list.authors)
    }

    /// Requests the kind of an account. It is an application if the server has an application with its id.
    ///
    /// - Throws: `SessionError`, also if the server refuses the request.
    func kind(of user: UserID) async throws -> AccountKind {
        try await rateLimiter.wait()
        do {
            let app = try await client.call(.getApp, ApiApp.with { $0.id = user.rawValue }, as: ApiApp.self)
            return app.id == user.rawValue ? .application : .person
        } catch SessionError.callRefused(_, _, Self.notFound, _) {
            return .person
        }
    }

    private static let notFound = 5  // A gRPC code.

    /// The names of all members of a clan.
    ///
    /// - Throws: `SessionError`.
    func authors(of clan: ClanID) async throws -> [Author] {
        try await rateLimiter.wait()
        return try await client.call(
            .listClanUsers, ApiListClanUsersRequest.with { $0.clanID = clan.rawValue }, as: ApiClanUserList.self
        ).authors
    }

    /// The roles of a clan, and their users as far as the list of roles includes them.
    ///
    /// - Throws: `SessionError`.
    func roles(of clan: ClanID) async throws -> (roles: [Role], holders: [RoleID: [UserID]]) {
        var roles: [Role] = []
        var holders: [RoleID: [UserID]] = [:]
        var request = ApiRoleListEventRequest.with { $0.clanID = clan.rawValue }
        for _ in 0..<maxPages {
            try await rateLimiter.wait()
            let page = try await client.call(.listRoles, request, as: ApiRoleListEventResponse.self)
            for wire in page.roles.roles {
                let role = Role(wire: wire, clan: clan)
                roles.append(role)
                holders[role.id] = wire.roleUserList.roleUsers.map { UserID($0.id) }
            }
            guard !page.cursor.isEmpty, page.cursor != request.cursor else { break }
            request.cursor = page.cursor
        }
        return (roles, holders)
    }

    /// The permissions that a user's roles grant in a clan, by Mezon's names; `clan-owner` for the owner, who has all permissions.
    ///
    /// - Throws: `SessionError`.
    package func permissions(of user: UserID, in clan: ClanID) async throws -> Set<String> {
        let (roles, holders) = try await roles(of: clan)
        let members = try await members(of: clan, holders: holders)
        let owner = try await clans().first { $0.clan.id == clan }?.owner
        return Self.permissions(of: user, roles: roles, members: members, owner: owner)
    }

    /// The permissions of a user, computed from known roles and members.
    static func permissions(of user: UserID, roles: [Role], members: [Member], owner: UserID?) -> Set<String> {
        let held = members.first { $0.user == user }?.roles ?? []
        let permissions = roles.filter { held.contains($0.id) || $0.isEveryone }.reduce(into: Set<String>()) {
            $0.formUnion($1.permissions)
        }
        return user == owner ? permissions.union(["clan-owner"]) : permissions
    }

    /// The users who are currently banned from writing in a channel, or anywhere in the clan if no channel is given.
    ///
    /// - Throws: `SessionError`.
    package func bans(in channel: ChannelID?, of clan: ClanID) async throws -> [(channel: ChannelID, user: UserID)] {
        try await rateLimiter.wait()
        let request = ApiBannedUserListRequest.with {
            $0.clanID = clan.rawValue
            $0.channelID = channel?.rawValue ?? 0
        }
        return try await client.call(.listBannedUsers, request, as: ApiBannedUserList.self).bannedUsers.map {
            (ChannelID($0.channelID), UserID($0.bannedID))
        }
    }

    /// The users who are currently banned from writing in a channel.
    ///
    /// - Throws: `SessionError`.
    func bannedUsers(in channel: ChannelID, of clan: ClanID) async throws -> Set<UserID> {
        Set(try await bans(in: channel, of: clan).map(\.user))
    }

    /// Returns whether the bot itself is banned from writing in a channel.
    ///
    /// - Throws: `SessionError`.
    package func isBanned(in channel: ChannelID) async throws -> Bool {
        try await rateLimiter.wait()
        let request = ApiIsBannedRequest.with { $0.channelID = channel.rawValue }
        return try await client.call(.isBanned, request, as: ApiIsBannedResponse.self).isBanned
    }
}

extension ApiClanUserList {
    fileprivate var authors: [Author] {
        clanUsers.filter { $0.user.id > 0 }.map { wire in
            Author(
                id: UserID(wire.user.id), username: wire.user.username, displayName: wire.user.displayName,
                clanNick: wire.clanNick)
        }
    }
}
