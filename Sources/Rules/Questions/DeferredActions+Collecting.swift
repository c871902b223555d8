import BotKit
import MezonModel

extension ActionContext {
    /// Returns the requests of further actions, without carrying anything out.
    func branch(_ actions: [any RuleAction]) -> DeferredActions {
        var scene = ActionContext(
            facts: facts, rule: rule, reason: reason, version: revision, policy: policy, origin: origin, isPostponed: true)
        scene.found = found
        scene.rung = rung
        scene.strike = strike
        scene.cause = cause
        scene.evidence = evidence
        scene.perform(actions)
        return DeferredActions(scene)
    }
}

extension DeferredActions {
    /// Collects the requests of a deferred context. Cases keep referring to their actions even if other actions are left out
    /// because they have no subject.
    init(_ scene: ActionContext) {
        var places: [Int: Int] = [:]
        for (ordinal, action) in scene.actions.enumerated() {
            guard let outgoing = ResolvedAction(action, for: scene.facts.event) else {
                // The step ends with the last of its remaining parts.
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
        changes = scene.deferredChanges
    }
}
