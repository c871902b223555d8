import Foundation
import MezonModel

/// A channel, thread, group or direct conversation, with who belongs to it.
struct ChannelState {
    var channel: Channel
    var creator: UserID
    var createdAt: Date
    /// Who reads a private room; who joined a thread; empty for a clan's public channel, which every member reads.
    var members: Set<UserID>

    var isConversation: Bool { channel.clan.isNone }
    var isThread: Bool { channel.kind == .thread }
    /// Whether it has to be joined before something is said in it (protocol page §2.5).
    var mustBeJoined: Bool { !isConversation && (channel.isPrivate || isThread) }
}
