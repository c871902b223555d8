/// A middleware that a delivery passes before it is sent.
package enum DeliveryMiddlewareSetting: Hashable, Sendable {
    /// Nothing is sent to the channel.
    case readOnly
    /// A line is added below every message.
    case signature(String)
}

extension DeliveryMiddlewareSetting {
    init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        guard let middleware = KeywordNode(node, ["read_only", "signature"], "outgoing middleware", diagnostics) else {
            return nil
        }
        switch middleware.name {
        case "read_only":
            guard middleware.takesNoArgument(diagnostics) else { return nil }
            self = .readOnly
        default:
            guard let text = middleware.argument(diagnostics)?.text(diagnostics) else { return nil }
            self = .signature(text)
        }
    }
}
