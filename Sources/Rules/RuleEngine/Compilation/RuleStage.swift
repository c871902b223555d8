/// The stage in which a rule is evaluated: checks first, then rules that set variables, then all others.
enum RuleStage: String, Hashable, Sendable, CaseIterable {
    case precheck, prepare, handle
}
