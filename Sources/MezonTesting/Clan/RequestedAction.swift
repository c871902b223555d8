import BotKit
import MezonModel
import Persistence

/// What somebody asked for, and about which entry.
struct RequestedAction: Sendable {
    var entry: Entry
    var action: Action

    /// Where a message would come of it that is kept; nil for none, and for what is said to one person alone.
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
