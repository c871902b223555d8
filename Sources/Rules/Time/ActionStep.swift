/// Where in a list of actions one stands: in the list itself, or within a branch of one of its actions.
struct ActionStep: Hashable, Sendable, Codable {
    var index: Int
    /// `then` or `otherwise` of the action there; nil for the action itself.
    var branch: String?
}

/// The lists of actions of a rule.
enum ActionList: String, Hashable, Sendable, Codable {
    case then, otherwise
    case whileActive = "while_active"

    func actions(of rule: CompiledRule) -> [any RuleAction] {
        switch self {
        case .then: rule.then
        case .otherwise: rule.otherwise
        case .whileActive: rule.cooldown?.whileActive ?? []
        }
    }
}
