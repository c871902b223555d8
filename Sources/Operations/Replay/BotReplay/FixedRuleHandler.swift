import BotKit
import ChatModel
import Synchronization

/// Replaces the rules and returns a given decision.
final class FixedRuleHandler: EventHandler {
    let name = "rules"
    private let decision = Mutex(RuleDecision())

    func set(_ new: RuleDecision) { decision.withLock { $0 = new } }

    func handle(_ event: Event, in context: EventContext) -> HandlingStep { .decided(decision.withLock { $0 }) }
}
