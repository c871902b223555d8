import BotKit
import ChatModel
import Storage

/// A requested action, with the entry that caused it.
struct RequestedAction: Sendable {
    var entry: Entry
    /// The author that requests it: `rule:greeting`.
    var author: String
    var action: Action

    /// The channel in which the action posts a message that is kept; nil if it posts none, and for direct and ephemeral messages.
    var destination: ChannelID? {
        switch action {
        case .reply: entry.channel
        case .send(_, let channel): channel ?? entry.channel
        case .resolved(let outgoing): if case .send = outgoing.request { outgoing.channel } else { nil }
        default: nil
        }
    }

    var draft: Draft? {
        switch action {
        case .reply(let draft), .send(let draft, _): draft
        case .resolved(let outgoing): outgoing.draft
        default: nil
        }
    }
}
