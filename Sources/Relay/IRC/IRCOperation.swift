/// What can be done in a room with messages that have ids.
package enum IRCOperation: Hashable, Sendable {
    case react(String, msgid: String, isRemoval: Bool = false)
    case remove(msgid: String)
}
