import BotConfig
import MezonModel

/// Somebody, or all who have a role.
enum UserOrRole: Hashable, Sendable {
    case user(UserID)
    case role(RoleID)
}

extension NameRegistry {
    /// The name of a user or a role, or a user's id as it stands.
    func userOrRole(_ node: ConfigNode, _ findings: DiagnosticCollector) -> UserOrRole? {
        if case .scalar(let text, _) = node.kind, UserID(text) != nil { return user(node, findings).map(UserOrRole.user) }
        guard let entry = entry(node, kinds: [.users, .roles], findings) else { return nil }
        return entry.kind == .roles ? .role(RoleID(entry.id)) : .user(UserID(entry.id))
    }
}
