/// A middleware that a delivery passes before it is sent.
package enum DeliveryMiddlewareSetting: Hashable, Sendable {
    /// Nothing is sent to the channel.
    case readOnly
    /// A line is added below every message.
    case signature(String)
    /// Middleware of this build's registry.
    case authored(AuthoredMiddlewareSetting)
}

extension DeliveryMiddlewareSetting {
    init?(_ node: ConfigNode, authored: [String], _ diagnostics: DiagnosticCollector) {
        let builtIn = ["read_only", "signature"]
        guard let middleware = KeywordNode(node, builtIn + authored, "outgoing middleware", diagnostics) else { return nil }
        switch middleware.name {
        case "read_only":
            guard middleware.takesNoArgument(diagnostics) else { return nil }
            self = .readOnly
        case "signature":
            guard let text = middleware.argument(diagnostics)?.text(diagnostics) else { return nil }
            self = .signature(text)
        default: self = .authored(AuthoredMiddlewareSetting(middleware))
        }
    }
}
