import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

/// A clan with its members and roles.
struct ClanState {
    let id: ClanID
    var name: String
    var owner: UserID
    var members: Set<UserID>
    var joinedAt: [UserID: Date]
    /// The nicknames that members have chosen.
    var nicknames: [UserID: String] = [:]
    var categories: [String: CategoryID]
    var roles: [RoleState]
    /// The channel in which new members are greeted: the first public one.
    var welcomeChannel: ChannelID
    var events: [ApiEventManagement] = []
    var emojis: [ApiClanEmoji] = []
    var stickers: [ApiClanSticker] = []

    /// Returns a Boolean value that indicates whether an account has a permission through a role or as the owner.
    func allows(_ permission: Permission, to user: UserID) -> Bool {
        guard members.contains(user) else { return false }
        if user == owner { return true }
        return roles.contains {
            $0.members.contains(user) && ($0.permissions.contains(permission) || $0.permissions.contains(.administrator))
        }
    }

    func roleIDs(of user: UserID) -> [Int64] { roles.filter { $0.members.contains(user) }.map(\.id.rawValue) }

    mutating func add(_ user: UserID, at now: Date) {
        members.insert(user)
        joinedAt[user] = now
    }

    mutating func remove(_ user: UserID) {
        members.remove(user)
        joinedAt[user] = nil
        nicknames[user] = nil
        for index in roles.indices { roles[index].members.remove(user) }
    }

    var description: ApiClanDesc {
        .with {
            $0.creatorID = owner.rawValue
            $0.clanName = name
            $0.clanID = id.rawValue
            $0.status = 1
            $0.welcomeChannelID = welcomeChannel.rawValue
        }
    }
}

struct RoleState {
    let id: RoleID
    var title: String
    var color = "#888888"
    var icon = ""
    var note = ""
    var permissions: Set<Permission>
    var members: Set<UserID>
}
