/// What a rule wakes up for.
enum RuleTrigger: String, Hashable, Sendable, CaseIterable {
    case message
}
