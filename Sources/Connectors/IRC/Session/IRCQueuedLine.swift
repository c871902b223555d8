/// A line to write, and the call that it belongs to.
struct IRCQueuedLine: Sendable {
    let call: Int
    let line: Int
    /// The channel as spelled in the settings.
    let channel: String
    let body: Body

    enum Body: Sendable {
        case message(IRCText, replyTo: String?)
        case operation(IRCOperation)
    }

    /// Returns the whole line with its tags and its line end.
    ///
    /// - Parameters:
    ///   - label: The label that the answer will carry.
    ///   - hasTags: A Boolean value that indicates whether client tags may be sent.
    func written(label: String?, hasTags: Bool) -> String {
        var tags: [String] = []
        if let label { tags.append("label=\(label)") }
        var command: String
        switch body {
        case .message(let text, let replyTo):
            if let replyTo, hasTags { tags.append("+draft/reply=\(IRCTags.escaped(replyTo))") }
            let verb = text.kind == .notice ? "NOTICE" : "PRIVMSG"
            let words = text.kind == .action ? "\u{1}ACTION \(text.text)\u{1}" : text.text
            command = "\(verb) \(channel) :\(words)"
        case .operation(.react(let emoji, let msgid, let isRemoval)):
            tags.append("+draft/reply=\(IRCTags.escaped(msgid))")
            tags.append("+draft/\(isRemoval ? "unreact" : "react")=\(IRCTags.escaped(emoji))")
            command = "TAGMSG \(channel)"
        case .operation(.remove(let msgid)):
            command = "REDACT \(channel) \(IRCText(msgid).text.filter { $0 != " " })"
        }
        command += "\r\n"
        return tags.isEmpty ? command : "@\(tags.joined(separator: ";")) \(command)"
    }
}
