package import BotKit
package import MezonModel
package import Persistence

extension Turn {
    /// What a conclusion comes to by itself, as a lane would commit it.
    package init(_ conclusion: RuleDecision, about event: Event, sequence: Int64) {
        var draft = TurnBuilder(sequence, event)
        draft.take(conclusion)
        for contribution in conclusion.contributions { draft.add(contribution) }
        self = draft.turn
    }
}
