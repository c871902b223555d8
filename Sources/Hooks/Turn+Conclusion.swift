package import BotKit
package import MezonModel
package import Persistence

extension Turn {
    /// What a conclusion comes to by itself, as a lane would commit it.
    ///
    /// - Parameter isHeld: whether the brake held the answers.
    package init(_ conclusion: RuleDecision, about event: Event, sequence: Int64, isHeld: Bool = false) {
        var draft = TurnBuilder(sequence, event)
        draft.take(conclusion)
        for contribution in conclusion.contributions { draft.add(contribution) }
        if isHeld { draft.holdAnswers(because: "") }
        self = draft.turn
    }
}
