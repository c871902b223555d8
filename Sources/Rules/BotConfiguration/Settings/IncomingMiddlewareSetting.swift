package import ChatModel

/// A middleware that can withhold a message from rules and bots.
package enum IncomingMiddlewareSetting: Hashable, Sendable {
    case ignoreUsers([UserID])
    /// The maximum length in characters as users count them.
    case maxLength(Int)
    /// Middleware of this build's registry.
    case authored(AuthoredMiddlewareSetting)
}

extension IncomingMiddlewareSetting {
    init?(_ node: ConfigNode, names: NameRegistry, authored: [String], _ diagnostics: DiagnosticCollector) {
        let builtIn = ["ignore_users", "max_length"]
        guard let middleware = KeywordNode(node, builtIn + authored, "incoming middleware", diagnostics) else { return nil }
        guard builtIn.contains(middleware.name) else {
            self = .authored(AuthoredMiddlewareSetting(middleware))
            return
        }
        guard let argument = middleware.argument(diagnostics) else { return nil }
        switch middleware.name {
        case "ignore_users":
            guard let users = argument.list(orSingle: true, diagnostics) else { return nil }
            self = .ignoreUsers(users.compactMap { names.user($0, diagnostics) })
        default:
            guard let length = argument.wholeNumber(in: 1...1_000_000, diagnostics) else { return nil }
            self = .maxLength(length)
        }
    }
}
