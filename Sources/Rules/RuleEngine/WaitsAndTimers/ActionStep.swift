/// A position in an action list: an action itself, or a branch of it.
struct ActionStep: Hashable, Sendable, Codable {
    var index: Int
    /// The branch of the action, such as `then` or `otherwise`; `nil` for the action itself.
    var branch: String?
}

/// The action lists of a rule.
enum ActionList: String, Hashable, Sendable, Codable {
    case then, otherwise
    case whileActive = "while_active"
}
