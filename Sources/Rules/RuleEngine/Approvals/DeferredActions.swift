import BotKit
import ChatModel

/// The requests of an action list, resolved against its event, so that they can be carried out much later and after a restart.
struct DeferredActions: Hashable, Sendable, Codable {
    struct Change: Hashable, Sendable, Codable {
        var key: StateKey
        var change: RuleState.Change
        /// The user who was counted, and the place; `nil` for other changes.
        var counted: Counted?
    }

    struct Counted: Hashable, Sendable, Codable {
        var user: UserID
        var channel: ChannelID
        var clan: ClanID
    }

    var actions: [ResolvedAction] = []
    var onError: [AuthorResult.OnError] = []
    var cases: [CaseDraft] = []
    /// The state changes to apply.
    var changes: [Change] = []

    init() {}

    /// Returns the result of a rule for the event that released the actions.
    func result(_ author: String, _ what: String, because reason: String) -> AuthorResult {
        AuthorResult(
            author: author, actions: actions.map(Action.resolved), onError: onError.contains(.stop) ? onError : [], cases: cases,
            reason: reason, summary: ([what] + actions.map(\.request.kind)).joined(separator: ", "))
    }
}
