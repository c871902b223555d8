/// An operation on a message in a channel, by the message's id.
package enum IRCOperation: Hashable, Sendable {
    case react(String, msgid: String, isRemoval: Bool = false)
    case remove(msgid: String)
}
