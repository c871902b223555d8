import ChatModel

/// A case that an enforced rule opens, for rules that are triggered by it.
struct Sanction: Hashable, Sendable, Codable {
    /// The kind of the case, such as `mute`.
    var kind: String
    var user: UserID
    /// The `id` of the rule.
    var rule: String
}
