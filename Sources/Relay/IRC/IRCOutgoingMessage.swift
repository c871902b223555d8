/// One message: its lines, of which those without text are left out, and what it answers.
package struct IRCOutgoingMessage: Hashable, Sendable {
    var lines: [IRCText]
    /// The id of the message that it answers; left out where the network has no ids.
    var replyTo: String?

    package init(_ lines: [IRCText], replyTo: String? = nil) {
        self.lines = lines.filter { !$0.text.isEmpty }
        self.replyTo = replyTo
    }
}
