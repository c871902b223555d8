/// A message to send: its lines, without the empty ones, and the message that it replies to.
package struct IRCOutgoingMessage: Hashable, Sendable {
    var lines: [IRCText]
    /// The id of the message that it replies to; ignored if the network has no message ids.
    var replyTo: String?

    package init(_ lines: [IRCText], replyTo: String? = nil) {
        self.lines = lines.filter { !$0.text.isEmpty }
        self.replyTo = replyTo
    }
}
