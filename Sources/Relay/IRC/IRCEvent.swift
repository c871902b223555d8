package import Foundation

/// What happened on the network, in the rooms of the settings. Rooms are spelt as the settings spell them.
package enum IRCEvent: Hashable, Sendable {
    /// Registered; the rooms are being joined.
    case connected(nick: String)
    case lost(String)
    case said(IRCMessage)
    /// A message was taken back (message-redaction).
    case removed(room: String, msgid: String, by: IRCUser)
    case reacted(room: String, msgid: String, emoji: String, by: IRCUser, isRemoval: Bool)
    /// Of what was said while we were away everything is told up to a message, by its id; or all of it, as far as the network keeps it.
    case history(room: String, through: String?, isWhole: Bool)
    case joined(room: String, IRCUser)
    /// Left, was thrown out, or lost the connection.
    case left(room: String, IRCUser, reason: String)
    case renamed(room: String, IRCUser, to: String)
    case topic(room: String, by: IRCUser, text: String)
}

/// Who did something: a nick is anybody's, an account is somebody's.
package struct IRCUser: Hashable, Sendable {
    package var nick: String
    /// The same for all spellings of the nick that the network holds for one.
    package var folded: String
    /// As whom the server knows them, where it tells.
    package var account: String?
    /// It is our own connection that did it.
    package var isMe: Bool

    package init(nick: String, folded: String? = nil, account: String? = nil, isMe: Bool = false) {
        self.nick = nick
        self.folded = folded ?? IRCCaseMapping.ascii.folded(nick)
        self.account = account
        self.isMe = isMe
    }
}

/// Something said in a room.
package struct IRCMessage: Hashable, Sendable {
    package var room: String
    package var by: IRCUser
    /// With the formatting codes in it; see `IRCTextDecoder`.
    package var text: String
    package var kind: IRCText.Kind
    package var msgid: String?
    /// When, by the server's clock.
    package var time: Date?
    /// The message that it answers.
    package var replyTo: String?
    /// Told from history: said before we came, or while we were away.
    package var isLate: Bool
    /// Its author says that it is a robot.
    package var isBot: Bool

    package init(
        room: String, by: IRCUser, text: String, kind: IRCText.Kind = .message, msgid: String? = nil, time: Date? = nil,
        replyTo: String? = nil, isLate: Bool = false, isBot: Bool = false
    ) {
        self.room = room
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
