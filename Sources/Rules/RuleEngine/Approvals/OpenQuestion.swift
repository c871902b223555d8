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
    /// The kinds of actions that an approval performs.
    package let approval: [String]
    /// The kinds of actions that a rejection performs.
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
        approval = question.approve.actions.map(\.request.kind)
        rejection = question.reject.actions.map(\.request.kind)
    }
}
