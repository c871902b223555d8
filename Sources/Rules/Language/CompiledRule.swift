import BotConfig
import MezonModel

/// A rule, ready to decide.
struct CompiledRule: Sendable {
    var id: String
    var title: String
    var mode: RuleMode
    var stage: RuleStage
    var priority: Int
    var triggers: [RuleTrigger]
    var scope: RuleScope
    var exemption: RuleExemption
    var late: RuleLate
    /// `nil` for always.
    var when: ConditionExpression?
    var then: [any RuleAction]
    var otherwise: [any RuleAction]
    var cooldown: RuleCooldown?
    var limits: PerClan<RuleLimits>
    /// Raised by the operator to drop what the rule remembers.
    var stateVersion: Int
    /// Whose the counters are that it names.
    var counterScopes: [String: SubjectScope]
    var tests: [RuleTest]
    var place: SourcePosition

    /// Whether it may take something from people.
    var punishes: Bool { (then + otherwise + (cooldown?.whileActive ?? [])).contains(where: \.punishes) }
    /// The channels in which it shows something of what was said elsewhere, in order and each once.
    var showsIn: [ChannelID] {
        Set((then + otherwise + (cooldown?.whileActive ?? [])).flatMap(\.showsIn)).sorted()
    }
    /// What our roles must allow for its actions.
    var needs: Set<PermissionRequirement> { (then + otherwise + (cooldown?.whileActive ?? [])).needs }
    /// Whether people wake it themselves, for themselves.
    var isAskedFor: Bool { triggers.allSatisfy { [.button, .form, .quickMenu, .command].contains($0.kind) } }

    var author: String { Self.author(id) }
    static func author(_ id: String) -> String { "rule:" + id }

    var world: ExecutionMode { mode == .shadow ? .shadow(rule: id) : .real }
}
