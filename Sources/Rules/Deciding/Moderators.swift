import BotConfig
import MezonModel

/// Who decides what rules only ask for, and whom no rule punishes.
struct Moderators: Hashable, Sendable {
    var users: Set<UserID> = []
    var roles: Set<RoleID> = []

    init(users: Set<UserID> = [], roles: Set<RoleID> = []) {
        self.users = users
        self.roles = roles
    }

    /// Those of `moderation`; where it names nobody, those whom no rule sees, for they run the clan.
    init(_ settings: ModerationSettings, defaults: RuleExemption) {
        self.init(users: settings.users, roles: settings.roles)
        if isEmpty { self.init(users: defaults.exemptUsers, roles: defaults.exemptRoles) }
    }

    var isEmpty: Bool { users.isEmpty && roles.isEmpty }

    func include(_ user: UserID, _ member: Member?) -> Bool {
        users.contains(user) || member.map { !roles.isDisjoint(with: $0.roles) } ?? false
    }
}
