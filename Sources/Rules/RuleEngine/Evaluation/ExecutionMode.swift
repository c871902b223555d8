/// The state that a decision reads and writes: that of all enforced rules, or the simulated state of one rule in shadow mode.
enum ExecutionMode: Hashable, Sendable, Codable {
    case real
    case shadow(rule: String)

    /// The stored name: empty for `real`.
    var name: String {
        switch self {
        case .real: ""
        case .shadow(let rule): rule
        }
    }

    init(name: String) { self = name.isEmpty ? .real : .shadow(rule: name) }
}
