import BotConfiguration
import ChatModel
import Foundation

extension IRCSession {
    // Errors about a message to a channel or about a join (RFC 2812 §5.2 and extensions of networks).
    private static let channelErrors: Set<String> = [
        "401", "403", "404", "405", "407", "408", "415", "437", "442", "470", "471", "472", "473", "474", "475", "476", "477",
        "480",
        "482", "485", "489", "520", "531", "700",
    ]

    /// Processes one line of the server.
    mutating func handle(_ line: IRCLine, at uptime: Duration, now: Date) {
        handleLabel(of: line, at: uptime)
        batches.count(line)
        switch line.command {
        case "PING": sendUrgently("PONG :\(IRCText(line.params.last ?? "").text.prefix(400))")
        case "PONG": handlePong(line, at: uptime)
        case "ERROR": handleError(line)
        case "CAP", "AUTHENTICATE", "001", "376", "422", "432", "433", "436", "463", "464", "465", "466", "902", "903", "904",
            "905",
            "906", "908":
            apply(registration.steps(after: line), at: uptime)
        case "005": for token in line.params.dropFirst().prefix(IRCLine.maxParams) { features.take(token) }
        case "303": handleISON(line)
        case "900": ownAccount = line.param(2)
        case "901": ownAccount = nil
        case "CHGHOST":
            guard let nick = line.source?.nick, channels.isMe(nick) else { return }
            (own.user, own.host) = (line.param(0) ?? own.user, line.param(1) ?? own.host)
        case "396": own.host = line.param(1) ?? own.host
        case "BATCH": handleBatch(line, at: uptime)
        case "FAIL":
            handleHistoryRefusal(line)
            for name in line.params.dropFirst(2).dropLast() { handleError(line.param(1) ?? "FAIL", name, line, at: uptime) }
        case "JOIN": for name in Self.names(line.param(0)) { handleJoin(line, name, at: uptime, now: now) }
        case "PART": for name in Self.names(line.param(0)) { handlePart(line, name, at: uptime) }
        case "KICK": handleKick(line, at: uptime)
        case "QUIT": handleQuit(line)
        case "NICK": handleNick(line)
        case "TOPIC": handleTopic(line)
        case "353": handleNames(line)
        case "INVITE": if let name = line.param(1), channels.isMe(line.param(0) ?? "") { channels.invited(name, at: uptime) }
        case "PRIVMSG": handleMessage(line, .message, at: uptime)
        case "NOTICE": handleMessage(line, .notice, at: uptime)
        case "TAGMSG": handleTags(line)
        case "417" where line.tags["label"] == nil:
            drop(requests.unread(code: line.command, text: Self.text(of: line), at: uptime))
        case "REDACT": handleRemoval(line)
        case _ where Self.channelErrors.contains(line.command):
            if line.command == "437" { apply(registration.steps(after: line), at: uptime) }
            if let name = line.param(1) { handleError(line.command, name, line, at: uptime) }
        default: break
        }
    }

    func user(of line: IRCLine) -> IRCUser {
        let nick = line.source?.nick ?? ""
        let account = line.tags["account"].flatMap { $0.isEmpty || $0 == "*" ? nil : $0 }
        let isMe = batches.isLate(line) ? wasMe(line.source, account) : channels.isMe(nick)
        return IRCUser(nick: nick, folded: channels.folded(nick), account: account, isMe: isMe)
    }

    /// Returns a Boolean value that indicates whether the bot sent a message from history. An account is decisive. A nick may have belonged
    /// to somebody else while the bot did not have it, so user name and host must not contradict it.
    private func wasMe(_ source: IRCSource?, _ account: String?) -> Bool {
        guard let source else { return false }
        if let account, let ownAccount { return channels.folded(account) == channels.folded(ownAccount) }
        func bare(_ user: String?) -> Substring? { user?.drop { $0 == "~" } }
        let isSameUser = bare(source.user) == bare(own.user)
        if channels.isMe(source.nick) { return isSameUser || source.user == nil || own.user == nil }
        guard isSameUser, source.user != nil, let host = source.host, host == own.host else { return false }
        return IRCNickSelector.all(for: settings.nick).contains { channels.folded($0) == channels.folded(source.nick) }
    }

    /// Settles the request that a labeled line answers, whatever else the line is.
    private mutating func handleLabel(of line: IRCLine, at uptime: Duration) {
        guard let label = batches.label(of: line) else { return }
        switch line.command {
        case "PRIVMSG", "NOTICE", "TAGMSG", "REDACT":
            guard let nick = line.source?.nick, channels.isMe(nick) else { return }
            drop(requests.echoed(label, acknowledgement(of: line), at: uptime))
        case "ACK": drop(requests.echoed(label, IRCAcknowledgement(), at: uptime))
        case "FAIL":
            drop(requests.refused(label: label, code: line.param(1) ?? "FAIL", text: Self.text(of: line), at: uptime))
        case _ where line.command.count == 3 && (line.command.hasPrefix("4") || line.command.hasPrefix("5")):
            drop(requests.refused(label: label, code: line.command, text: Self.text(of: line), at: uptime))
        default: break
        }
    }

    private func acknowledgement(of line: IRCLine) -> IRCAcknowledgement {
        IRCAcknowledgement(msgid: line.tags["msgid"], time: line.tags["time"].flatMap(IRCTimestamp.date))
    }

    private mutating func handlePong(_ line: IRCLine, at uptime: Duration) {
        for token in line.params where token.hasPrefix(IRCPendingRequests.tokenStart) {
            drop(requests.pongReceived(token, at: uptime))
        }
    }

    private mutating func handleBatch(_ line: IRCLine, at uptime: Duration) {
        guard let ended = batches.take(line) else { return }
        // The response is complete without the echo of the line.
        if let label = ended.label { drop(requests.echoed(label, IRCAcknowledgement(), at: uptime)) }
        guard ended.type.hasSuffix("chathistory"), let name = ended.params.first, let channel = channels[name] else { return }
        let next = history.next(
            channel.name, key: channels.folded(name), after: ended, label: batches.label(of: ended), features: features)
        continueHistory(with: next, in: channel.name, through: ended.latest)
    }

    /// Processes a history refusal. A server that has dropped the message id may still have the history since its time.
    private mutating func handleHistoryRefusal(_ line: IRCLine) {
        guard line.param(0)?.uppercased() == "CHATHISTORY" else { return }
        let label = batches.label(of: line)
        for name in line.params.dropFirst(2) {
            guard let channel = channels[name] else { continue }
            let next = history.refused(channel.name, key: channels.folded(name), label: label, features: features)
            continueHistory(with: next, in: channel.name, through: nil)
        }
    }

    /// Records the server's ERROR. Before the welcome, it is often the only explanation of a wrong password or a ban.
    private mutating func handleError(_ line: IRCLine) {
        lastError = Self.text(of: line)
        if !registration.isWelcomed { end(.refused("the server said: \(Self.text(of: line))")) }
    }

    private mutating func handleError(_ code: String, _ name: String, _ line: IRCLine, at uptime: Duration) {
        let text = Self.text(of: line)
        channels.refused(name, code: code, text: text, at: uptime)
        if line.tags["label"] == nil { requests.refused(channel: channels.folded(name), code: code, text: text) }
    }

    static func text(of line: IRCLine) -> String { String((line.params.last ?? "").prefix(300)) }

    static func names(_ list: String?) -> [String] { (list ?? "").split(separator: ",").prefix(64).map(String.init) }
}
