import BotKit
import MezonModel

/// What a list of actions asks for, with everything resolved that its event knew: it can be carried out much later, after a restart too.
struct DeferredActions: Hashable, Sendable, Codable {
    struct Change: Hashable, Sendable, Codable {
        var key: StateKey
        var change: RuleState.Change
    }

    var actions: [ResolvedAction] = []
    var onError: [AuthorResult.OnError] = []
    var cases: [CaseDraft] = []
    /// What rules will remember of it.
    var changes: [Change] = []

    init() {}

    /// What a postponed scene came to. Cases keep pointing at their actions where others fall out that had nothing to act on.
    init(_ scene: ActionContext) {
        var places: [Int: Int] = [:]
        for (ordinal, action) in scene.actions.enumerated() {
            guard let outgoing = ResolvedAction(action, for: scene.facts.event) else {
                // A step ends with the last of its parts that is left.
                if scene.onError[ordinal] != .part, onError.last == .part { onError[onError.count - 1] = scene.onError[ordinal] }
                continue
            }
            places[ordinal] = actions.count
            actions.append(outgoing)
            onError.append(scene.onError[ordinal])
        }
        cases = scene.documentedCases.map { draft in
            var draft = draft
            draft.ordinals = draft.ordinals.compactMap { places[$0] }
            return draft
        }
        changes = scene.postponed
    }

    /// The same as a rule's answer to the event that set it free.
    func contribution(_ author: String, _ what: String, because reason: String) -> AuthorResult {
        AuthorResult(
            author: author, actions: actions.map(Action.resolved), onError: onError.contains(.stop) ? onError : [], cases: cases,
            reason: reason, summary: ([what] + actions.map(\.request.kind)).joined(separator: ", "))
    }
}

extension ActionContext {
    /// What further actions would come to, without anything happening yet.
    func branch(_ actions: [any RuleAction]) -> DeferredActions {
        var scene = ActionContext(
            facts: facts, rule: rule, reason: reason, version: version, policy: policy, origin: origin, isPostponed: true)
        scene.found = found
        scene.rung = rung
        scene.strike = strike
        scene.cause = cause
        scene.evidence = evidence
        RuleActionRegistry.perform(actions, &scene)
        return DeferredActions(scene)
    }
}
