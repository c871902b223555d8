import BotConfig
import MezonModel

/// What holds for rules that do not say otherwise, compiled once.
struct RuleDefaults {
    var mode: RuleMode?
    var exemption: RuleExemption
    /// As they are written; nil where nothing is.
    var limits: PerClan<RuleLimits.Given?>
    var late: RuleLate?

    /// The limits of a rule in every clan.
    ///
    /// - Parameters:
    ///   - usual: what holds where nothing is written.
    ///   - own: what the rule itself says.
    func limits(over usual: RuleLimits, own: RuleLimits.Given?) -> PerClan<RuleLimits> {
        let common = limits.base
        return PerClan(
            usual.replaced(by: common, own), clans: limits.clans.mapValues { usual.replaced(by: common, $0, own) })
    }

    init(_ configuration: Configuration, _ compilation: CompilationContext) {
        let defaults = configuration.defaults
        mode = defaults.mode.flatMap { $0.choice(RuleMode.self, "a mode", compilation.findings) }
        exemption = defaults.except.map { RuleExemption($0, compilation) } ?? .nobody
        let findings = compilation.findings
        let common = defaults.limits.flatMap { RuleLimits.Given($0, findings) }
        limits = PerClan(
            common,
            clans: configuration.clans.mapValues { own in own.limits.flatMap { RuleLimits.Given($0, findings) } })
        late = defaults.late.map { RuleLate($0 == .run ? .run : .skip) }
    }
}
