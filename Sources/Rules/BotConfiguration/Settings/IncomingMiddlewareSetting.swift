package import ChatModel

/// A middleware that can withhold a message from rules and bots.
package enum IncomingMiddlewareSetting: Hashable, Sendable {
    case ignoreUsers([UserID])
    /// The maximum length in characters as users count them.
    case maxLength(Int)
}

extension IncomingMiddlewareSetting {
    init?(_ node: ConfigNode, names: NameRegistry, _ diagnostics: DiagnosticCollector) {
        guard let middleware = KeywordNode(node, ["ignore_users", "max_length"], "incoming middleware", diagnostics) else {
            return nil
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
