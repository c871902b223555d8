import BotConfiguration
import ChatModel

/// A user, or all users with a role.
enum UserOrRole: Hashable, Sendable {
    case user(UserID)
    case role(RoleID)

    /// A number that no other user or role has.
    var number: Int64 {
        switch self {
        case .user(let id): id.rawValue
        case .role(let id): -id.rawValue
        }
    }
}

extension NameRegistry {
    /// Returns the user or role with a configured name, or the user with an id.
    func userOrRole(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> UserOrRole? {
        if case .scalar(let text, _) = node.kind, UserID(text) != nil { return user(node, diagnostics).map(UserOrRole.user) }
        guard let entry = entry(node, kinds: [.users, .roles], diagnostics) else { return nil }
        return entry.kind == .roles ? .role(RoleID(entry.id)) : .user(UserID(entry.id))
    }
}
