import BotConfiguration
import ChatModel

/// A rule, ready to be evaluated.
final class CompiledRule: Sendable {
    let id: String
    let title: String
    let mode: RuleMode
    let stage: RuleStage
    let priority: Int
    let triggers: [RuleTrigger]
    let scope: RuleScope
    let exemption: RuleExemption
    let late: RuleLate
    /// The condition; `nil` if the rule always matches.
    let when: ConditionExpression?
    let then: [any RuleAction]
    let otherwise: [any RuleAction]
    let cooldown: RuleCooldown?
    let limits: PerClan<RuleLimits>
    /// The version of the rule's state. Operators raise it to discard the state.
    let stateVersion: Int
    /// The scopes of the counters that the rule names.
    let counterScopes: [String: SubjectScope]
    /// The patterns with capture groups, in the order in which they are written.
    let captures: [TextCapture]
    /// The sliding windows that the rule reads, in its conditions or in those of its actions.
    let windows: Set<WindowSpec>
    let tests: [RuleTest]
    let position: SourcePosition

    // Derived from the above, once.

    /// A Boolean value that indicates whether the rule may restrict members.
    let punishes: Bool
    /// A Boolean value that indicates whether the rule relays messages to other channels.
    let relays: Bool
    /// A Boolean value that indicates whether users trigger the rule deliberately, for themselves.
    let isUserInitiated: Bool
    /// The thresholds in the rule's conditions.
    let thresholds: [MeasuredThreshold]
    /// The name under which the rule acts.
    let author: String
    let executionMode: ExecutionMode

    init(
        id: String, title: String, mode: RuleMode, stage: RuleStage, priority: Int, triggers: [RuleTrigger], scope: RuleScope,
        exemption: RuleExemption, late: RuleLate, when: ConditionExpression?, then: [any RuleAction], otherwise: [any RuleAction],
        cooldown: RuleCooldown?, limits: PerClan<RuleLimits>, stateVersion: Int, counterScopes: [String: SubjectScope],
        captures: [TextCapture], windows: Set<WindowSpec>, tests: [RuleTest], position: SourcePosition
    ) {
        self.id = id
        self.title = title
        self.mode = mode
        self.stage = stage
        self.priority = priority
        self.triggers = triggers
        self.scope = scope
        self.exemption = exemption
        self.late = late
        self.when = when
        self.then = then
        self.otherwise = otherwise
        self.cooldown = cooldown
        self.limits = limits
        self.stateVersion = stateVersion
        self.counterScopes = counterScopes
        self.captures = captures
        self.windows = windows
        self.tests = tests
        self.position = position
        let actions = then + otherwise + (cooldown?.whileActive ?? [])
        thresholds = when?.thresholds ?? []
        punishes = actions.contains(where: \.isSanction)
        relays = actions.contains(where: \.isRelay)
        isUserInitiated = triggers.allSatisfy { [.button, .form, .quickMenu, .command].contains($0.kind) }
        author = RuleAuthor.name(of: id)
        executionMode = mode == .shadow ? .shadow(rule: id) : .real
    }

    /// The same rule in enforced mode.
    var enforced: CompiledRule {
        CompiledRule(
            id: id, title: title, mode: .enforce, stage: stage, priority: priority, triggers: triggers, scope: scope,
            exemption: exemption, late: late, when: when, then: then, otherwise: otherwise, cooldown: cooldown, limits: limits,
            stateVersion: stateVersion, counterScopes: counterScopes, captures: captures, windows: windows, tests: tests,
            position: position)
    }

    /// Returns the same rule with another condition.
    func replacing(when condition: ConditionExpression) -> CompiledRule {
        CompiledRule(
            id: id, title: title, mode: mode, stage: stage, priority: priority, triggers: triggers, scope: scope,
            exemption: exemption, late: late, when: condition, then: then, otherwise: otherwise, cooldown: cooldown,
            limits: limits, stateVersion: stateVersion, counterScopes: counterScopes, captures: captures, windows: windows,
            tests: tests,
            position: position)
    }

    /// The actions of all branches.
    var actions: [any RuleAction] { then + otherwise + (cooldown?.whileActive ?? []) }
    func actions(in list: ActionList) -> [any RuleAction] {
        switch list {
        case .then: then
        case .otherwise: otherwise
        case .whileActive: cooldown?.whileActive ?? []
        }
    }

    /// The places where the rule shows parts of messages from other channels, as written and without duplicates.
    var exposures: [Exposure] {
        var seen: Set<Exposure> = []
        return actions.flatMap(\.exposures).filter { seen.insert($0).inserted }
    }
    /// The permissions that the bot's roles need for the rule's actions.
    var needs: Set<PermissionRequirement> { actions.needs }
}
