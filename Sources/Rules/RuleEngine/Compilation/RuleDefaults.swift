import BotConfiguration
import ChatModel

/// The defaults for settings that a rule does not give, compiled once.
struct RuleDefaults {
    var mode: RuleMode?
    var exemption: RuleExemption
    /// The sliding windows that the exemption reads.
    var windows: Set<WindowSpec>
    /// The limits as written; `nil` if none are given.
    var limits: PerClan<RuleLimits.Overrides?>
    var late: RuleLate?

    /// Returns the limits of a rule in each clan.
    ///
    /// - Parameters:
    ///   - usual: The built-in defaults.
    ///   - own: The rule's own limits.
    func limits(over usual: RuleLimits, own: RuleLimits.Overrides?) -> PerClan<RuleLimits> {
        let common = limits.base
        return PerClan(
            usual.replaced(by: common, own), clans: limits.clans.mapValues { usual.replaced(by: common, $0, own) })
    }

    init(_ configuration: Configuration, _ compilation: CompilationContext) {
        let defaults = configuration.defaults
        mode = defaults.mode.flatMap { $0.choice(RuleMode.self, "a mode", compilation.diagnostics) }
        exemption = defaults.except.map { RuleExemption($0, compilation) } ?? .nobody
        windows = compilation.rule.windows
        let diagnostics = compilation.diagnostics
        let common = defaults.limits.flatMap { RuleLimits.Overrides($0, diagnostics) }
        limits = PerClan(
            common,
            clans: configuration.clans.mapValues { own in own.limits.flatMap { RuleLimits.Overrides($0, diagnostics) } })
        late = defaults.late.map { RuleLate($0 == .run ? .run : .skip) }
    }
}
