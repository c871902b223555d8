package import ChatModel
package import Foundation

/// A question of a rule to moderators that nobody has answered yet, as it is stored.
package struct OpenQuestion: Sendable, Hashable {
    /// The name, by which an answer refers to it.
    package let name: String
    /// The entry that led to the question; nil if the name does not tell it.
    package let cause: Int64?
    /// The author, for example `rule:night-files`.
    package let author: String
    /// The channel in which the question was asked.
    package let channel: ChannelID
    package let text: String
    package let askedAt: Date
    /// The time at which it expires; nil if it does not.
    package let expiresAt: Date?
    /// The actions that an approval performs: kinds of requests, and what is counted or set.
    package let approval: [String]
    /// The actions that a rejection performs.
    package let rejection: [String]

    /// Decodes stored state; nil if another build stored it in another form.
    package init?(name: String, value: String) {
        guard let entry = StateEntry(json: value), let question = try? Question(entry.text) else { return nil }
        self.name = name
        cause = Int64(name.prefix { $0 != "." })
        author = question.author
        channel = question.channel
        text = question.draft.content.text
        askedAt = question.askedAt
        expiresAt = entry.until
        approval = question.approve.kinds
        rejection = question.reject.kinds
    }
}

extension DeferredActions {
    /// The actions in order: requests by their kind, then changes of state that are actions of their own.
    fileprivate var kinds: [String] {
        let changed = changes.compactMap { change -> String? in
            switch change.key.kind {
            case .counter: "counter \(change.key.name)"
            case .variable: "set \(change.key.name)"
            case .level: "set_level"
            case .lock: change.change == .forget ? "unlock" : "lock"
            case .slowMode: "slow_mode"
            default: nil  // The state of an action that is listed already, or of the engine.
            }
        }
        let kinds = actions.map(\.request.kind) + changed
        return kinds.isEmpty ? cases.map(\.kind) : kinds
    }
}
