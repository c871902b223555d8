import ChatModel
import Foundation

/// A channel, thread, group or direct conversation, with its members.
struct ChannelState {
    var channel: Channel
    var creator: UserID
    var createdAt: Date
    /// The readers of a private channel, or the accounts that joined a thread; empty for a public channel, which all
    /// members can read.
    var members: Set<UserID>
    /// A Boolean value that indicates whether the channel is archived: not listed, and without new messages.
    var isArchived = false
    var topic = ""
    var isAgeRestricted = false
    /// The permissions that this channel allows (true) or denies (false) a role or an account, apart from the clan's roles.
    var overrides: [PermissionHolder: [Permission: Bool]] = [:]

    var isConversation: Bool { channel.clan.isNone }
    var isThread: Bool { channel.kind == .thread }
    /// A Boolean value that indicates whether it must be joined before a send (Documentation/Protocol.md §2.4).
    var mustBeJoined: Bool { !isConversation && (channel.isPrivate || isThread) }
}
