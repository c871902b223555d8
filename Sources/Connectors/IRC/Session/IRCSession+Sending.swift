import BotConfiguration
import ChatModel
import NIOCore

/// Messages and operations to send.
extension IRCSession {
    /// Queues a message. If this returns an error, nothing is written.
    mutating func say(_ texts: [IRCText], in room: String, replyTo: String?, call: Int) -> IRCSendError? {
        guard isReady else { return .notConnected }
        if let error = refusal(room) { return error }
        for text in texts {
            let limit = textBytes(in: room, text.kind)
            guard text.text.utf8.count <= limit else { return .tooLong(bytes: text.text.utf8.count, limit: limit) }
        }
        queue(texts.map { .say($0, replyTo: replyTo) }, in: room, call: call)
        return nil
    }

    mutating func act(_ deed: IRCOperation, in room: String, call: Int) -> IRCSendError? {
        guard isReady else { return .notConnected }
        if let error = refusal(room) { return error }
        switch deed {
        case .react: guard has("message-tags") else { return .unsupported("reactions") }
        case .remove: guard redacts else { return .unsupported("deletion") }
        }
        queue([.deed(deed)], in: room, call: call)
        return nil
    }

    /// Withdraws a call whose caller has gone. Lines that have not been written are dropped.
    ///
    /// - Returns: a Boolean value that indicates whether nothing of the call was written.
    mutating func withdraw(_ call: Int) -> Bool {
        let isUnwritten = lines.contains { $0.call == call && $0.line == 0 }
        lines.removeAll { $0.call == call }
        answers.forget(call)
        return isUnwritten
    }

    var keepsHistory: Bool { has("batch") && (has("draft/chathistory") || has("chathistory")) }

    /// Requests the missed history of a channel, or reports that the server keeps none.
    mutating func readHistory(of room: String, since known: HistoryCursor?) {
        guard isReady, rooms.isJoined(room) else { return }
        guard keepsHistory else {
            outcome.events.append(.history(room: room, through: nil, isWhole: true))
            return
        }
        // Nothing of the channel is stored yet. Messages that are still being written are known at the next connection.
        guard let known else { return }
        send(
            history.begin(
                room, key: rooms.folded(room), since: known, support: support, isLabelled: has("labeled-response")))
    }

    /// Acts on the result of a history page or of its refusal.
    mutating func continueHistory(with next: IRCHistory.Next?, in room: String, through msgid: String?) {
        guard let next else { return }
        outcome.events.append(.history(room: room, through: msgid, isWhole: next == .whole))
        switch next {
        case .ask(let request): send(request)
        case .cutShort: outcome.cutShort.append(room)
        case .whole: break
        }
    }

    /// Returns the number of bytes of text that a line in a channel holds without being cut for any receiver.
    func textBytes(in room: String, _ kind: IRCText.Kind) -> Int {
        var source = own
        if settings.nick.utf8.count > source.nick.utf8.count { source.nick = settings.nick }
        // Maximum lengths until the server has shown the real ones: 63 bytes for a host, ten and a prefix for a user name.
        source.user = source.user ?? String(repeating: "u", count: max(settings.username.utf8.count, 10) + 1)
        source.host = source.host ?? String(repeating: "h", count: 63)
        let frame = source.byteCount + "PRIVMSG  :\r\n".utf8.count + room.utf8.count
        return support.lineBytes - frame - (kind == .action ? 9 : 0)
    }

    private var redacts: Bool { has("draft/message-redaction") || has("message-redaction") }

    /// Returns the reason why nothing can be sent to a channel; `nil` if it can.
    func refusal(_ room: String) -> IRCSendError? {
        guard let known = rooms.room(room) else { return .notJoined("the channel is not configured") }
        switch known.state {
        case .joined: return nil
        case .outside, .joining: return .notJoined("not yet joined")
        case .refused(let code, let text): return .notJoined("\(code): \(text)")
        case .kicked(let by, let reason): return .notJoined("kicked by \(by): \(reason)")
        }
    }

    private mutating func queue(_ bodies: [IRCQueuedLine.Body], in room: String, call: Int) {
        guard !bodies.isEmpty else {
            outcome.settled.append(IRCPendingRequests.Settled(call: call, result: .success([])))
            return
        }
        answers.begin(call, room: rooms.folded(room), lines: bodies.count)
        for (index, body) in bodies.enumerated() {
            lines.append(IRCQueuedLine(call: call, line: index, room: room, body: body))
        }
    }
}
