package import BotKit
package import ChatModel
package import Storage

extension Turn {
    /// Creates the turn of a decision, as the dispatcher would commit it.
    ///
    /// - Parameter isHeld: A Boolean value that indicates whether the answers were held back.
    package init(_ decision: RuleDecision, about event: Event, sequence: Int64, isHeld: Bool = false) {
        var draft = TurnBuilder(sequence, event)
        draft.record(decision)
        for result in decision.results { draft.add(result) }
        if isHeld { draft.holdAnswers(because: "") }
        self = draft.turn
    }
}
