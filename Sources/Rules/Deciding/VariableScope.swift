import BotConfig

/// Whose variable is asked for.
enum VariableScope: Hashable, Sendable {
    /// The event's, else that of whoever it concerns most closely: as templates find it.
    case nearest
    /// Set for the rules after the one that set it.
    case event
    case lasting(SubjectScope)

    init?(_ node: ConfigNode, _ findings: DiagnosticCollector) {
        if node.isWord("event", findings) {
            self = .event
            return
        }
        guard let scope = SubjectScope(node, findings) else { return nil }
        self = .lasting(scope)
    }

    /// `nil` where it is not set.
    func value(_ name: String, _ facts: Facts) -> String? {
        switch self {
        case .nearest: facts.variable(name)
        case .event: facts.variableOfEvent(name)
        case .lasting(let scope): facts.memo(StateKey(.variable, name, facts.subject(scope)))?.text
        }
    }
}
