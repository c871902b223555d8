import BotConfiguration
import ChatModel

/// A rule, ready to be evaluated.
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
    /// The condition; `nil` if the rule always matches.
    var when: ConditionExpression?
    var then: [any RuleAction]
    var otherwise: [any RuleAction]
    var cooldown: RuleCooldown?
    var limits: PerClan<RuleLimits>
    /// The version of the rule's state. Operators raise it to discard the state.
    var stateVersion: Int
    /// The scopes of the counters that the rule names.
    var counterScopes: [String: SubjectScope]
    var tests: [RuleTest]
    var position: SourcePosition

    /// The actions of all branches.
    var actions: [any RuleAction] { then + otherwise + (cooldown?.whileActive ?? []) }
    func actions(in list: ActionList) -> [any RuleAction] {
        switch list {
        case .then: then
        case .otherwise: otherwise
        case .whileActive: cooldown?.whileActive ?? []
        }
    }

    /// A Boolean value that indicates whether the rule may restrict members.
    var punishes: Bool { actions.contains(where: \.isSanction) }
    /// A Boolean value that indicates whether the rule relays messages to other channels.
    var relays: Bool { actions.contains(where: \.isRelay) }
    /// The places where the rule shows parts of messages from other channels, as written and without duplicates.
    var exposures: [Exposure] {
        var seen: Set<Exposure> = []
        return actions.flatMap(\.exposures).filter { seen.insert($0).inserted }
    }
    /// The permissions that the bot's roles need for the rule's actions.
    var needs: Set<PermissionRequirement> { actions.needs }
    /// A Boolean value that indicates whether users trigger the rule deliberately, for themselves.
    var isUserInitiated: Bool { triggers.allSatisfy { [.button, .form, .quickMenu, .command].contains($0.kind) } }

    var author: String { RuleAuthor.name(of: id) }

    var executionMode: ExecutionMode { mode == .shadow ? .shadow(rule: id) : .real }
}
