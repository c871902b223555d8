package import BotKit
package import ChatModel
package import Storage

extension Turn {
    /// Creates the turn of a decision, as the dispatcher would commit it.
    ///
    /// - Parameter isHeld: A Boolean value that indicates whether the answers were held back.
    package init(_ decision: RuleDecision, about event: Event, sequence: Int64, isHeld: Bool = false) {
        var builder = TurnBuilder(sequence, event)
        builder.record(decision)
        for result in decision.results { builder.add(result) }
        if isHeld { builder.holdAnswers(because: "") }
        self = builder.turn
    }
}
