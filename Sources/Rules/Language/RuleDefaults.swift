import BotConfig

/// What holds for rules that do not say otherwise, compiled once.
struct RuleDefaults {
    var mode: RuleMode?
    var exemption: RuleExemption
    var limits: RuleLimits
    var late: RuleLate?

    init(_ configuration: Configuration, _ compilation: CompilationContext) {
        let defaults = configuration.defaults
        mode = defaults.mode.flatMap { $0.choice(RuleMode.self, "a mode", compilation.findings) }
        exemption = defaults.except.map { RuleExemption($0, compilation) } ?? .nobody
        limits =
            defaults.limits.flatMap { RuleLimits($0, defaults: .usual, compilation.findings) } ?? .usual
        late = defaults.late.map { RuleLate($0 == .run ? .run : .skip) }
    }
}
