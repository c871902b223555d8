import BotKit
import ChatModel

extension ActionContext {
    /// Returns the requests of further actions, without carrying anything out.
    func branch(_ actions: [any RuleAction]) -> DeferredActions {
        var context = ActionContext(
            facts: facts, rule: rule, reason: reason, version: revision, policy: policy, origin: origin, isPostponed: true)
        context.found = found
        context.position = position
        context.strike = strike
        context.cause = cause
        context.evidence = evidence
        context.perform(actions)
        return DeferredActions(context)
    }
}

extension DeferredActions {
    /// Collects the requests of a deferred context. Cases keep referring to their actions even if other actions are left out
    /// because they have no subject.
    init(_ context: ActionContext) {
        var newOrdinals: [Int: Int] = [:]
        for (ordinal, action) in context.actions.enumerated() {
            guard let resolved = ResolvedAction(action, for: context.facts.event) else {
                // The step ends with the last of its remaining parts.
                if context.onError[ordinal] != .part, onError.last == .part {
                    onError[onError.count - 1] = context.onError[ordinal]
                }
                continue
            }
            newOrdinals[ordinal] = actions.count
            actions.append(resolved)
            onError.append(context.onError[ordinal])
        }
        cases = context.documentedCases.map { draft in
            var draft = draft
            draft.ordinals = draft.ordinals.compactMap { newOrdinals[$0] }
            return draft
        }
        changes = context.deferredChanges
    }
}
