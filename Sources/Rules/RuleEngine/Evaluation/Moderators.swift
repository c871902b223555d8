import BotConfiguration
import ChatModel

/// The users and roles that answer questions of rules and that rules exempt from sanctions.
struct Moderators: Hashable, Sendable {
    var users: Set<UserID> = []
    var roles: Set<RoleID> = []

    init(users: Set<UserID> = [], roles: Set<RoleID> = []) {
        self.users = users
        self.roles = roles
    }

    /// Creates the moderators of `moderation`; if none are configured, the globally exempt users and roles, who run the clan. A
    /// clan without moderators gets none in this way if the top level names some.
    init(_ settings: ModerationSettings, of configuration: Configuration, defaults: RuleExemption) {
        self.init(users: settings.users, roles: settings.roles)
        guard isEmpty, !configuration.moderation.namesModerators else { return }
        self.init(users: defaults.users, roles: defaults.exemptRoles)
    }

    var isEmpty: Bool { users.isEmpty && roles.isEmpty }

    func include(_ user: UserID, _ member: Member?) -> Bool {
        users.contains(user) || member.map { !roles.isDisjoint(with: $0.roles) } ?? false
    }
}
