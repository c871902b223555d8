import BotConfiguration
import ChatModel

/// The member that an action is about: `author` (the default), `target`, a configured name, or a template of one of them.
enum MemberSelector: Hashable, Sendable {
    case author, target
    case user(UserID)
    /// A variable whose value is a user ID.
    case variable(String)

    init?(_ node: ConfigNode, _ compilation: CompilationContext) {
        guard let text = node.text(compilation.diagnostics) else { return nil }
        if text.contains("{{") {
            guard let template = Template(node, compilation) else { return nil }
            guard let member = template.path.flatMap(MemberSelector.init(path:)) else {
                compilation.diagnostics.error(
                    "wrong-kind", "expected a user", at: node.position,
                    suggestion: "write author, target, or a name from names.users")
                return nil
            }
            self = member
        } else if let path = TemplatePath(text), let whom = MemberSelector(path: path) {
            let without = path.triggersWithout(compilation.triggers)
            guard without.isEmpty else {
                compilation.diagnostics.error(
                    "template-path",
                    "'\(text)' is not available with the trigger \(without.map(\.rawValue).joined(separator: " or "))",
                    at: node.position)
                return nil
            }
            self = whom
        } else {
            guard let user = compilation.names.user(node, or: ["author", "target"], compilation.diagnostics) else { return nil }
            self = .user(user)
        }
    }

    private init?(path: TemplatePath) {
        switch path {
        case .user(.author), .trait(.author, .id): self = .author
        case .user(.target), .trait(.target, .id): self = .target
        case .variable(let name): self = .variable(name)
        default: return nil
        }
    }

    /// Returns the member that the `to` key of an action selects; the author if the key is missing.
    static func reading(_ node: ConfigNode?, _ compilation: CompilationContext) -> MemberSelector? {
        guard let node else { return .author }
        return MemberSelector(node, compilation)
    }

    func user(_ context: ActionContext) -> UserID? {
        let user: UserID? =
            switch self {
            case .author: context.facts.actor
            case .target: context.facts.target
            case .user(let user): user
            case .variable(let name): context.facts.variable(name).flatMap { UserID($0) }
            }
        return user.flatMap { $0.isNone ? nil : $0 }
    }

    /// The exposures of what is shown to the member. The author can read the channel. Others may not be able to.
    var exposures: [Exposure] { self == .author ? [] : [.user] }
}
