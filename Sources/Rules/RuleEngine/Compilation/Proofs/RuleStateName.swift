/// A part of the stored state that rules read and change.
enum RuleStateName: Hashable, Sendable {
    case counter(String), variable(String), level
}
