import BotConfiguration

/// The scope in which a variable is looked up.
enum VariableScope: Hashable, Sendable {
    /// The event's variable, otherwise the narrowest scope's, as in templates.
    case nearest
    /// A variable set for the rules that follow in the same event.
    case event
    case lasting(SubjectScope)

    init?(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) {
        if node.isWord("event", diagnostics) {
            self = .event
            return
        }
        guard let scope = SubjectScope(node, diagnostics) else { return nil }
        self = .lasting(scope)
    }

    /// Returns the variable's value; `nil` if it is not set.
    func value(_ name: String, _ facts: Facts) -> String? {
        switch self {
        case .nearest: facts.variable(name)
        case .event: facts.variableOfEvent(name)
        case .lasting(let scope): facts.stateEntry(StateKey(.variable, name, facts.subject(scope)))?.text
        }
    }
}
