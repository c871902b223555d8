import BotConfiguration
import ChatModel
import Foundation

extension IRCSession {
    // Errors about a message to a channel or about a join (RFC 2812 §5.2 and extensions of networks).
    private static let roomErrors: Set<String> = [
        "401", "403", "404", "405", "407", "408", "415", "437", "442", "470", "471", "472", "473", "474", "475", "476", "477",
        "480",
        "482", "485", "489", "520", "531", "700",
    ]

    /// Processes one line of the server.
    mutating func take(_ line: IRCLine, at uptime: Duration, now: Date) {
        takeLabel(of: line, at: uptime)
        batches.count(line)
        switch line.command {
        case "PING": sendUrgently("PONG :\(IRCText(line.params.last ?? "").text.prefix(400))")
        case "PONG": takePong(line, at: uptime)
        case "ERROR": takeError(line)
        case "CAP", "AUTHENTICATE", "001", "376", "422", "432", "433", "436", "463", "464", "465", "466", "902", "903", "904",
            "905",
            "906", "908":
            apply(registration.steps(after: line), at: uptime)
        case "005": for token in line.params.dropFirst().prefix(IRCLine.maxParams) { support.take(token) }
        case "303": takeOnline(line)
        case "900": ownAccount = line.param(2)
        case "901": ownAccount = nil
        case "CHGHOST":
            guard let nick = line.source?.nick, rooms.isMe(nick) else { return }
            (own.user, own.host) = (line.param(0) ?? own.user, line.param(1) ?? own.host)
        case "396": own.host = line.param(1) ?? own.host
        case "BATCH": takeBatch(line, at: uptime)
        case "FAIL":
            takeHistoryRefusal(line)
            for name in line.params.dropFirst(2).dropLast() { takeError(line.param(1) ?? "FAIL", name, line, at: uptime) }
        case "JOIN": for name in Self.names(line.param(0)) { takeJoin(line, name, at: uptime, now: now) }
        case "PART": for name in Self.names(line.param(0)) { takePart(line, name, at: uptime) }
        case "KICK": takeKick(line, at: uptime)
        case "QUIT": takeQuit(line)
        case "NICK": takeNick(line)
        case "TOPIC": takeTopic(line)
        case "353": takeNames(line)
        case "INVITE": if let name = line.param(1), rooms.isMe(line.param(0) ?? "") { rooms.invited(name, at: uptime) }
        case "PRIVMSG": takeSaid(line, .message, at: uptime)
        case "NOTICE": takeSaid(line, .notice, at: uptime)
        case "TAGMSG": takeTags(line)
        case "417" where line.tags["label"] == nil:
            drop(answers.unread(code: line.command, text: Self.words(of: line), at: uptime))
        case "REDACT": takeRemoval(line)
        case _ where Self.roomErrors.contains(line.command):
            if line.command == "437" { apply(registration.steps(after: line), at: uptime) }
            if let name = line.param(1) { takeError(line.command, name, line, at: uptime) }
        default: break
        }
    }

    func person(_ line: IRCLine) -> IRCUser {
        let nick = line.source?.nick ?? ""
        let account = line.tags["account"].flatMap { $0.isEmpty || $0 == "*" ? nil : $0 }
        let isMe = batches.isLate(line) ? wasMe(line.source, account) : rooms.isMe(nick)
        return IRCUser(nick: nick, folded: rooms.folded(nick), account: account, isMe: isMe)
    }

    /// Returns a Boolean value that indicates whether the bot sent a message from history. An account is decisive. A nick may have belonged
    /// to somebody else while the bot did not have it, so user name and host must not contradict it.
    private func wasMe(_ source: IRCSource?, _ account: String?) -> Bool {
        guard let source else { return false }
        if let account, let ownAccount { return rooms.folded(account) == rooms.folded(ownAccount) }
        func bare(_ user: String?) -> Substring? { user?.drop { $0 == "~" } }
        let isSameUser = bare(source.user) == bare(own.user)
        if rooms.isMe(source.nick) { return isSameUser || source.user == nil || own.user == nil }
        guard isSameUser, source.user != nil, let host = source.host, host == own.host else { return false }
        return IRCNickSelector.all(for: settings.nick).contains { rooms.folded($0) == rooms.folded(source.nick) }
    }

    /// Settles the request that a labeled line answers, whatever else the line is.
    private mutating func takeLabel(of line: IRCLine, at uptime: Duration) {
        guard let label = batches.label(of: line) else { return }
        switch line.command {
        case "PRIVMSG", "NOTICE", "TAGMSG", "REDACT":
            guard let nick = line.source?.nick, rooms.isMe(nick) else { return }
            drop(answers.echoed(label, receipt(of: line), at: uptime))
        case "ACK": drop(answers.echoed(label, IRCAcknowledgement(), at: uptime))
        case "FAIL":
            drop(answers.refused(label: label, code: line.param(1) ?? "FAIL", text: Self.words(of: line), at: uptime))
        case _ where line.command.count == 3 && (line.command.hasPrefix("4") || line.command.hasPrefix("5")):
            drop(answers.refused(label: label, code: line.command, text: Self.words(of: line), at: uptime))
        default: break
        }
    }

    private func receipt(of line: IRCLine) -> IRCAcknowledgement {
        IRCAcknowledgement(msgid: line.tags["msgid"], time: line.tags["time"].flatMap(IRCTimestamp.date))
    }

    private mutating func takePong(_ line: IRCLine, at uptime: Duration) {
        for token in line.params where token.hasPrefix(IRCPendingRequests.tokenStart) {
            drop(answers.pongReceived(token, at: uptime))
        }
    }

    private mutating func takeBatch(_ line: IRCLine, at uptime: Duration) {
        guard let ended = batches.take(line) else { return }
        // The response is complete without the echo of the line.
        if let label = ended.label { drop(answers.echoed(label, IRCAcknowledgement(), at: uptime)) }
        guard ended.type.hasSuffix("chathistory"), let name = ended.params.first, let room = rooms.room(name) else { return }
        let next = history.next(
            room.name, key: rooms.folded(name), after: ended, label: batches.label(of: ended), support: support)
        continueHistory(with: next, in: room.name, through: ended.latest)
    }

    /// Processes a history refusal. A server that has dropped the message id may still have the history since its time.
    private mutating func takeHistoryRefusal(_ line: IRCLine) {
        guard line.param(0)?.uppercased() == "CHATHISTORY" else { return }
        let label = batches.label(of: line)
        for name in line.params.dropFirst(2) {
            guard let room = rooms.room(name) else { continue }
            let next = history.refused(room.name, key: rooms.folded(name), label: label, support: support)
            continueHistory(with: next, in: room.name, through: nil)
        }
    }

    /// Records the server's ERROR. Before the welcome, it is often the only explanation of a wrong password or a ban.
    private mutating func takeError(_ line: IRCLine) {
        lastWords = Self.words(of: line)
        if !registration.isWelcomed { end(.refused("the server said: \(Self.words(of: line))")) }
    }

    private mutating func takeError(_ code: String, _ name: String, _ line: IRCLine, at uptime: Duration) {
        let text = Self.words(of: line)
        rooms.refused(name, code: code, text: text, at: uptime)
        if line.tags["label"] == nil { answers.refused(room: rooms.folded(name), code: code, text: text) }
    }

    static func words(of line: IRCLine) -> String { String((line.params.last ?? "").prefix(300)) }

    static func names(_ list: String?) -> [String] { (list ?? "").split(separator: ",").prefix(64).map(String.init) }
}
