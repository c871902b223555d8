/// When a rule decides: guards first, what sets variables next, everything else last.
enum RuleStage: String, Hashable, Sendable, CaseIterable {
    case precheck, prepare, handle
}
