import ChatModel
import Foundation

/// Messages, reactions and removals from other users.
extension IRCSession {
    mutating func handleMessage(_ line: IRCLine, _ kind: IRCText.Kind, at uptime: Duration) {
        guard let target = line.param(0), var text = line.param(1) else { return }
        var kind = kind
        if text.first == "\u{1}" {
            let request = text.dropFirst().prefix { $0 != "\u{1}" }
            guard kind == .message else { return }
            guard request.hasPrefix("ACTION ") else {
                answer(request, line, at: uptime)
                return
            }
            text = String(request.dropFirst("ACTION ".count))
            kind = .action
        }
        guard let channel = channels[target] else { return }
        outcome.events.append(
            .message(
                IRCMessage(
                    channel: channel.name, by: user(of: line), text: text, kind: kind, msgid: line.tags["msgid"],
                    time: line.tags["time"].flatMap(IRCTimestamp.date), replyTo: Self.replied(line), isLate: batches.isLate(line),
                    isBot: Self.botTags.contains { line.tags[$0] != nil })))
    }

    mutating func handleTags(_ line: IRCLine) {
        guard let target = line.param(0), let channel = channels[target], let msgid = Self.replied(line), !batches.isLate(line)
        else { return }
        let added = line.tags["+draft/react"] ?? line.tags["+react"]
        let removed = line.tags["+draft/unreact"] ?? line.tags["+unreact"]
        guard let emoji = added ?? removed, !emoji.isEmpty else { return }
        outcome.events.append(
            .reacted(channel: channel.name, msgid: msgid, emoji: emoji, by: user(of: line), isRemoval: added == nil))
    }

    mutating func handleRemoval(_ line: IRCLine) {
        guard let target = line.param(0), let channel = channels[target], let msgid = line.param(1), !msgid.isEmpty else {
            return
        }
        outcome.events.append(.removed(channel: channel.name, msgid: msgid, by: user(of: line)))
    }

    // The tag of the specification, and those that networks used before it.
    private static let botTags = ["bot", "draft/bot", "inspircd.org/bot"]

    private static func replied(_ line: IRCLine) -> String? {
        (line.tags["+reply"] ?? line.tags["+draft/reply"]).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Answers a CTCP request, unless it comes from history or from the bot itself.
    private mutating func answer(_ request: Substring, _ line: IRCLine, at uptime: Duration) {
        guard let nick = line.source?.nick, !channels.isMe(nick), !batches.isLate(line),
            let reply = replies.reply(to: request, from: nick, at: uptime)
        else { return }
        send(reply)
    }
}
