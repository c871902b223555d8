/// One line that somebody wants written, and what it is part of.
struct IRCQueuedLine: Sendable {
    let call: Int
    let line: Int
    /// As the settings spell it.
    let room: String
    let body: Body

    enum Body: Sendable {
        case say(IRCText, replyTo: String?)
        case deed(IRCOperation)
    }

    /// The whole line with its tags and its end.
    /// - Parameters:
    ///   - label: by which its answer will be known.
    ///   - hasTags: whether client tags may be sent.
    func written(label: String?, hasTags: Bool) -> String {
        var tags: [String] = []
        if let label { tags.append("label=\(label)") }
        var command: String
        switch body {
        case .say(let text, let replyTo):
            if let replyTo, hasTags { tags.append("+draft/reply=\(IRCTags.escaped(replyTo))") }
            let verb = text.kind == .notice ? "NOTICE" : "PRIVMSG"
            let words = text.kind == .action ? "\u{1}ACTION \(text.text)\u{1}" : text.text
            command = "\(verb) \(room) :\(words)"
        case .deed(.react(let emoji, let msgid, let isRemoval)):
            tags.append("+draft/reply=\(IRCTags.escaped(msgid))")
            tags.append("+draft/\(isRemoval ? "unreact" : "react")=\(IRCTags.escaped(emoji))")
            command = "TAGMSG \(room)"
        case .deed(.remove(let msgid)):
            command = "REDACT \(room) \(IRCText(msgid).text.filter { $0 != " " })"
        }
        command += "\r\n"
        return tags.isEmpty ? command : "@\(tags.joined(separator: ";")) \(command)"
    }
}
