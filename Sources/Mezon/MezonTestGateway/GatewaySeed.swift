package import ChatModel

/// The initial state of the gateway: accounts, clans, channels and messages. In a file it is JSON with these keys.
package struct GatewaySeed: Hashable, Sendable, Codable {
    package var clans: [Clan]
    package var people: [User]
    /// The initial direct conversations and groups; each names its members.
    package var conversations: [Channel]?

    package init(clans: [Clan], people: [User], conversations: [Channel]? = nil) {
        self.clans = clans
        self.people = people
        self.conversations = conversations
    }

    package struct Clan: Hashable, Sendable, Codable {
        package var id: ClanID
        package var name: String
        package var owner: UserID
        package var members: [UserID]
        package var channels: [Channel]
        package var roles: [Role]
        /// The categories that channels name; a category that is not listed here gets a new id at each start.
        package var categories: [Category]?
        /// The number of days before the start at which members joined; the others join at the start.
        package var joinedDaysAgo: [UserID: Int]?

        package init(
            id: ClanID, name: String, owner: UserID, members: [UserID], channels: [Channel], roles: [Role] = [],
            categories: [Category]? = nil, joinedDaysAgo: [UserID: Int]? = nil
        ) {
            self.id = id
            self.name = name
            self.owner = owner
            self.members = members
            self.channels = channels
            self.roles = roles
            self.categories = categories
            self.joinedDaysAgo = joinedDaysAgo
        }
    }

    package struct Category: Hashable, Sendable, Codable {
        package var id: CategoryID
        package var name: String

        package init(id: CategoryID, name: String) {
            self.id = id
            self.name = name
        }
    }

    package struct Channel: Hashable, Sendable, Codable {
        package var id: ChannelID
        package var label: String
        package var kind: ChannelKind?
        package var parent: ChannelID?
        package var category: String?
        /// The readers of a private channel; absent for a public one.
        package var members: [UserID]?

        package init(
            id: ChannelID, label: String, kind: ChannelKind? = nil, parent: ChannelID? = nil, category: String? = nil,
            members: [UserID]? = nil
        ) {
            self.id = id
            self.label = label
            self.kind = kind
            self.parent = parent
            self.category = category
            self.members = members
        }
    }

    package struct Role: Hashable, Sendable, Codable {
        package var id: RoleID
        package var title: String
        package var permissions: [Permission]
        package var members: [UserID]

        package init(id: RoleID, title: String, permissions: [Permission], members: [UserID]) {
            self.id = id
            self.title = title
            self.permissions = permissions
            self.members = members
        }
    }

    package struct User: Hashable, Sendable, Codable {
        package var id: UserID
        package var name: String
        package var displayName: String?
        /// The login token; random at each start if absent.
        package var token: String?
        package var isApp: Bool?

        package init(id: UserID, name: String, displayName: String? = nil, token: String? = nil, isApp: Bool? = nil) {
            self.id = id
            self.name = name
            self.displayName = displayName
            self.token = token
            self.isApp = isApp
        }
    }
}
