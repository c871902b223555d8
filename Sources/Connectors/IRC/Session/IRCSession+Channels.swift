import BotConfiguration
import ChatModel
import Foundation

/// Joining and leaving, of the bot and of other users.
extension IRCSession {
    /// Joins channels with as few lines as possible. Channels with a key come first, because keys are assigned by position.
    mutating func join(_ due: [IRCChannels.Channel]) {
        var names: [String] = []
        var keys: [String] = []
        var bytes = 0
        func line() -> String { "JOIN \(names.joined(separator: ","))" + (keys.isEmpty ? "" : " \(keys.joined(separator: ","))") }
        for channel in due.filter({ $0.key != nil }) + due.filter({ $0.key == nil }) {
            let key = channel.key.map { IRCText($0.reveal()).text }
            let cost = channel.name.utf8.count + (key?.utf8.count ?? 0) + 2
            if !names.isEmpty, bytes + cost > 400 || names.count >= features.joinTargets ?? .max {
                send(line())
                (names, keys, bytes) = ([], [], 0)
            }
            names.append(channel.name)
            if let key { keys.append(key) }
            bytes += cost
        }
        if !names.isEmpty { send(line()) }
    }

    /// Checks periodically whether the wanted nick is free.
    mutating func checkNick(at uptime: Duration) {
        guard usesAlternativeNick, let nickCheckAt, uptime >= nickCheckAt else { return }
        self.nickCheckAt = uptime + Self.nickCheck
        send("ISON \(wantedNick)")
    }

    mutating func handleISON(_ line: IRCLine) {
        guard usesAlternativeNick, isReady else { return }
        let online = (line.params.last ?? "").split(separator: " ")
        if !online.contains(where: { channels.folded(String($0)) == channels.folded(wantedNick) }) { send("NICK \(wantedNick)") }
    }

    mutating func handleJoin(_ line: IRCLine, _ name: String, at uptime: Duration, now: Date) {
        // Only the name: holding a copy of the whole channel would make each join copy all of its nicks.
        guard let source = line.source, let channel = channels[name]?.name, !batches.isLate(line) else { return }
        var user = user(of: line)
        if has("extended-join"), let account = line.param(1), account != "*", !account.isEmpty { user.account = account }
        if user.isMe {
            own.user = source.user ?? own.user
            own.host = source.host ?? own.host
            ownAccount = user.account ?? ownAccount
            guard !channels.isJoined(name) else { return }
            channels.markJoined(name, at: now)
            outcome.joined.append(channel)
        }
        channels.addNick(source.nick, to: name)
        let hasReturned = netsplits.returned(user.folded, to: channel)
        if user.isMe || !hasReturned && !isSplit(line) { outcome.events.append(.joined(channel: channel, user)) }
    }

    mutating func handlePart(_ line: IRCLine, _ name: String, at uptime: Duration) {
        guard line.source != nil, !batches.isLate(line) else { return }
        leave(name, user(of: line), line.param(1) ?? "", .outside, at: uptime)
    }

    mutating func handleKick(_ line: IRCLine, at uptime: Duration) {
        guard let name = line.param(0), let nick = line.param(1), !batches.isLate(line) else { return }
        let by = line.source?.nick ?? ""
        let reason = line.param(2) ?? ""
        let user = IRCUser(nick: nick, folded: channels.folded(nick), isMe: channels.isMe(nick))
        leave(name, user, reason, .kicked(by: by, reason: String(reason.prefix(300))), at: uptime)
    }

    mutating func handleQuit(_ line: IRCLine) {
        guard let nick = line.source?.nick, !batches.isLate(line) else { return }
        let user = user(of: line)
        let isReported = !isSplit(line)
        for channel in channels.names(containing: nick) {
            channels.removeNick(nick, from: channel)
            if isReported {
                outcome.events.append(.left(channel: channel, user, reason: line.param(0) ?? ""))
            } else {
                netsplits.left(user.folded, from: channel)
            }
        }
        nickFreed(nick)
    }

    mutating func handleNick(_ line: IRCLine) {
        guard let nick = line.source?.nick, let next = line.param(0), !next.isEmpty, !batches.isLate(line) else { return }
        let isMe = channels.isMe(nick)
        for channel in channels.names(containing: nick) {
            outcome.events.append(.renamed(channel: channel, user(of: line), to: next))
        }
        channels.renamed(nick, to: next)
        if isMe {
            channels.setNick(next)
            own.nick = next
        } else {
            nickFreed(nick)
        }
    }

    mutating func handleTopic(_ line: IRCLine) {
        guard let name = line.param(0), let channel = channels[name], !batches.isLate(line) else { return }
        outcome.events.append(.topic(channel: channel.name, by: user(of: line), text: line.param(1) ?? ""))
    }

    /// Returns a Boolean value that indicates whether a line belongs to a netsplit or netjoin, in which all users behind a server leave or
    /// join at once through no action of their own. IRCv3 has batches for it; other networks give the servers' names as the reason. Some
    /// also send a brief QUIT when a user's host changes.
    private func isSplit(_ line: IRCLine) -> Bool {
        if batches.around(line).contains(where: { ["netsplit", "netjoin"].contains($0.type) }) { return true }
        if line.command == "QUIT", ["Changing host", "Changing hostname"].contains(line.param(0)) { return true }
        guard line.command == "QUIT", let servers = line.param(0)?.split(separator: " ", omittingEmptySubsequences: false),
            servers.count == 2
        else { return false }
        return servers.allSatisfy { server in
            let parts = server.split(separator: ".", omittingEmptySubsequences: false)
            let isName = parts.allSatisfy {
                !$0.isEmpty && $0.utf8.allSatisfy { $0 == 0x2A || $0 == 0x2D || Self.isNameByte($0) }
            }
            return parts.count > 1 && isName
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }

    /// Adds the nicks of a list, which the server sends after each join.
    mutating func handleNames(_ line: IRCLine) {
        guard let name = line.param(2), let list = line.param(3) else { return }
        for entry in list.split(separator: " ") { channels.addNick(features.nick(listed: entry), to: name) }
    }

    private var wantedNick: String { IRCText(settings.nick).text }
    /// A Boolean value that indicates whether the bot has a variant of the wanted nick. False if the wanted nick exceeds the network's
    /// limit.
    private var usesAlternativeNick: Bool {
        registration.usesAlternativeNick && !channels.isMe(wantedNick) && wantedNick.utf8.count <= features.nickBytes
    }

    private mutating func nickFreed(_ nick: String) {
        if usesAlternativeNick, isReady, channels.folded(nick) == channels.folded(wantedNick) { send("NICK \(wantedNick)") }
    }

    private mutating func leave(
        _ name: String, _ user: IRCUser, _ reason: String, _ state: IRCStatus.ChannelStatus, at uptime: Duration
    ) {
        guard let channel = channels[name]?.name else { return }
        if user.isMe {
            channels.left(name, state, at: uptime)
            history.forget(key: channels.folded(name))
        } else {
            channels.removeNick(user.nick, from: name)
        }
        outcome.events.append(.left(channel: channel, user, reason: reason))
    }
}
