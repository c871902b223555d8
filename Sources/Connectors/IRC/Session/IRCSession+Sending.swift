import BotConfiguration
import ChatModel
import NIOCore

/// Messages and operations to send.
extension IRCSession {
    /// Queues a message. If this returns an error, nothing is written.
    mutating func enqueue(_ texts: [IRCText], in channel: String, replyTo: String?, call: Int) -> IRCSendError? {
        guard isReady else { return .notConnected }
        if let error = refusal(channel) { return error }
        for text in texts {
            let limit = textBytes(in: channel, text.kind)
            guard text.text.utf8.count <= limit else { return .tooLong(bytes: text.text.utf8.count, limit: limit) }
        }
        queue(texts.map { .message($0, replyTo: replyTo) }, in: channel, call: call)
        return nil
    }

    mutating func enqueue(_ operation: IRCOperation, in channel: String, call: Int) -> IRCSendError? {
        guard isReady else { return .notConnected }
        if let error = refusal(channel) { return error }
        switch operation {
        case .react: guard has("message-tags") else { return .unsupported("reactions") }
        case .remove: guard redacts else { return .unsupported("deletion") }
        }
        queue([.operation(operation)], in: channel, call: call)
        return nil
    }

    /// Withdraws a call whose caller has gone. Lines that have not been written are dropped.
    ///
    /// - Returns: A Boolean value that indicates whether nothing of the call was written.
    mutating func withdraw(_ call: Int) -> Bool {
        let isUnwritten = lines.contains { $0.call == call && $0.line == 0 }
        lines.removeAll { $0.call == call }
        requests.forget(call)
        return isUnwritten
    }

    var keepsHistory: Bool { has("batch") && (has("draft/chathistory") || has("chathistory")) }

    /// Requests the missed history of a channel, or reports that the server keeps none.
    mutating func readHistory(of channel: String, since known: HistoryCursor?) {
        guard isReady, channels.isJoined(channel) else { return }
        guard keepsHistory else {
            outcome.events.append(.history(channel: channel, through: nil, isComplete: true))
            return
        }
        // Nothing of the channel is stored yet. Messages that are still being written are known at the next connection.
        guard let known else { return }
        send(
            history.begin(
                channel, key: channels.folded(channel), since: known, features: features, isLabelled: has("labeled-response")))
    }

    /// Acts on the result of a history page or of its refusal.
    mutating func continueHistory(with next: IRCHistory.Next?, in channel: String, through msgid: String?) {
        guard let next else { return }
        outcome.events.append(.history(channel: channel, through: msgid, isComplete: next == .complete))
        switch next {
        case .request(let request): send(request)
        case .incomplete: outcome.incomplete.append(channel)
        case .complete: break
        }
    }

    /// Returns the number of bytes of text that a line in a channel holds without being cut for any receiver.
    func textBytes(in channel: String, _ kind: IRCText.Kind) -> Int {
        var source = own
        if settings.nick.utf8.count > source.nick.utf8.count { source.nick = settings.nick }
        // Maximum lengths until the server has shown the real ones: 63 bytes for a host, ten and a prefix for a user name.
        source.user = source.user ?? String(repeating: "u", count: max(settings.username.utf8.count, 10) + 1)
        source.host = source.host ?? String(repeating: "h", count: 63)
        let frame = source.byteCount + "PRIVMSG  :\r\n".utf8.count + channel.utf8.count
        return features.lineBytes - frame - (kind == .action ? 9 : 0)
    }

    private var redacts: Bool { has("draft/message-redaction") || has("message-redaction") }

    /// Returns the reason why nothing can be sent to a channel; `nil` if it can.
    func refusal(_ channel: String) -> IRCSendError? {
        guard let known = channels[channel] else { return .notJoined("the channel is not configured") }
        switch known.state {
        case .joined: return nil
        case .outside, .joining: return .notJoined("not yet joined")
        case .refused(let code, let text): return .notJoined("\(code): \(text)")
        case .kicked(let by, let reason): return .notJoined("kicked by \(by): \(reason)")
        }
    }

    private mutating func queue(_ bodies: [IRCQueuedLine.Body], in channel: String, call: Int) {
        guard !bodies.isEmpty else {
            outcome.settled.append(IRCPendingRequests.Settled(call: call, result: .success([])))
            return
        }
        requests.begin(call, channel: channels.folded(channel), lines: bodies.count)
        for (index, body) in bodies.enumerated() {
            lines.append(IRCQueuedLine(call: call, line: index, channel: channel, body: body))
        }
    }
}
