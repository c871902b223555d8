/// Something that a delivery passes on its way out.
package enum OutgoingHookSetting: Hashable, Sendable {
    /// Nothing is sent to this channel.
    case readOnly
    /// A line under every message.
    case signature(String)
}

extension OutgoingHookSetting {
    init?(_ node: ConfigNode, _ findings: Findings) {
        guard let hook = WordNode(node, ["read_only", "signature"], "an outgoing hook", findings) else { return nil }
        switch hook.name {
        case "read_only":
            guard hook.standsAlone(findings) else { return nil }
            self = .readOnly
        default:
            guard let text = hook.argument(findings)?.text(findings) else { return nil }
            self = .signature(text)
        }
    }
}
