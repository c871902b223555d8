/// Whose memory counts: that of all enforced rules, or the one that a rule in shadow simulates for itself.
enum ExecutionMode: Hashable, Sendable, Codable {
    case real
    case shadow(rule: String)

    /// As the store keeps it: empty for the real one.
    var name: String {
        switch self {
        case .real: ""
        case .shadow(let rule): rule
        }
    }

    init(name: String) { self = name.isEmpty ? .real : .shadow(rule: name) }
}
