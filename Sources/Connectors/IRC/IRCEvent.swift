package import Foundation

/// An event on the network, in the channels of the settings. Channels are spelled as in the settings.
package enum IRCEvent: Hashable, Sendable {
    /// The connection is registered; the channels are being joined.
    case connected(nick: String)
    case lost(String)
    case message(IRCMessage)
    /// A message was removed (message-redaction).
    case removed(channel: String, msgid: String, by: IRCUser)
    case reacted(channel: String, msgid: String, emoji: String, by: IRCUser, isRemoval: Bool)
    /// The history since the last connection was read up to a message id, or to its end as far as the network keeps it.
    case history(channel: String, through: String?, isComplete: Bool)
    case joined(channel: String, IRCUser)
    /// A user left, was kicked, or lost the connection.
    case left(channel: String, IRCUser, reason: String)
    case renamed(channel: String, IRCUser, to: String)
    case topic(channel: String, by: IRCUser, text: String)
}

/// The user who did something. A nick can be used by anyone; an account identifies one user.
package struct IRCUser: Hashable, Sendable {
    package var nick: String
    /// The nick in the network's case folding, equal for all spellings that it treats as one.
    package var folded: String
    /// The account that the server knows the user by; nil if it is unknown.
    package var account: String?
    /// A Boolean value that indicates whether the user is the bot itself.
    package var isMe: Bool

    package init(nick: String, folded: String? = nil, account: String? = nil, isMe: Bool = false) {
        self.nick = nick
        self.folded = folded ?? IRCCaseMapping.ascii.folded(nick)
        self.account = account
        self.isMe = isMe
    }
}

/// A message in a channel.
package struct IRCMessage: Hashable, Sendable {
    package var channel: String
    package var by: IRCUser
    /// The text, with formatting codes; see `IRCTextDecoder`.
    package var text: String
    package var kind: IRCText.Kind
    package var msgid: String?
    /// The time by the server's clock.
    package var time: Date?
    /// The id of the message that it replies to.
    package var replyTo: String?
    /// A Boolean value that indicates whether the message comes from history: sent before the bot joined, or while it was offline.
    package var isLate: Bool
    /// A Boolean value that indicates whether the author is marked as a bot.
    package var isBot: Bool

    package init(
        channel: String, by: IRCUser, text: String, kind: IRCText.Kind = .message, msgid: String? = nil, time: Date? = nil,
        replyTo: String? = nil, isLate: Bool = false, isBot: Bool = false
    ) {
        self.channel = channel
        self.by = by
        self.text = text
        self.kind = kind
        self.msgid = msgid
        self.time = time
        self.replyTo = replyTo
        self.isLate = isLate
        self.isBot = isBot
    }

    package var isOwn: Bool { by.isMe }
}
