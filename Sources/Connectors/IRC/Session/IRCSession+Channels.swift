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
        for room in due.filter({ $0.key != nil }) + due.filter({ $0.key == nil }) {
            let key = room.key.map { IRCText($0.reveal()).text }
            let cost = room.name.utf8.count + (key?.utf8.count ?? 0) + 2
            if !names.isEmpty, bytes + cost > 400 || names.count >= support.joinTargets ?? .max {
                send(line())
                (names, keys, bytes) = ([], [], 0)
            }
            names.append(room.name)
            if let key { keys.append(key) }
            bytes += cost
        }
        if !names.isEmpty { send(line()) }
    }

    /// Checks periodically whether the wanted nick is free.
    mutating func checkNick(at uptime: Duration) {
        guard isSecondChoice, let nickCheckAt, uptime >= nickCheckAt else { return }
        self.nickCheckAt = uptime + Self.nickCheck
        send("ISON \(wantedNick)")
    }

    mutating func takeOnline(_ line: IRCLine) {
        guard isSecondChoice, isReady else { return }
        let online = (line.params.last ?? "").split(separator: " ")
        if !online.contains(where: { rooms.folded(String($0)) == rooms.folded(wantedNick) }) { send("NICK \(wantedNick)") }
    }

    mutating func takeJoin(_ line: IRCLine, _ name: String, at uptime: Duration, now: Date) {
        // Only the name: holding a copy of the whole channel would make each join copy all of its nicks.
        guard let source = line.source, let room = rooms.room(name)?.name, !batches.isLate(line) else { return }
        var person = person(line)
        if has("extended-join"), let account = line.param(1), account != "*", !account.isEmpty { person.account = account }
        if person.isMe {
            own.user = source.user ?? own.user
            own.host = source.host ?? own.host
            ownAccount = person.account ?? ownAccount
            guard !rooms.isJoined(name) else { return }
            rooms.entered(name, at: now)
            outcome.entered.append(room)
        }
        rooms.addNick(source.nick, to: name)
        let isBack = netsplits.came(person.folded, to: room)
        if person.isMe || !isBack && !isSplit(line) { outcome.events.append(.joined(room: room, person)) }
    }

    mutating func takePart(_ line: IRCLine, _ name: String, at uptime: Duration) {
        guard line.source != nil, !batches.isLate(line) else { return }
        leave(name, person(line), line.param(1) ?? "", .outside, at: uptime)
    }

    mutating func takeKick(_ line: IRCLine, at uptime: Duration) {
        guard let name = line.param(0), let nick = line.param(1), !batches.isLate(line) else { return }
        let by = line.source?.nick ?? ""
        let reason = line.param(2) ?? ""
        let person = IRCUser(nick: nick, folded: rooms.folded(nick), isMe: rooms.isMe(nick))
        leave(name, person, reason, .kicked(by: by, reason: String(reason.prefix(300))), at: uptime)
    }

    mutating func takeQuit(_ line: IRCLine) {
        guard let nick = line.source?.nick, !batches.isLate(line) else { return }
        let person = person(line)
        let isTold = !isSplit(line)
        for room in rooms.rooms(of: nick) {
            rooms.removeNick(nick, from: room)
            if isTold {
                outcome.events.append(.left(room: room, person, reason: line.param(0) ?? ""))
            } else {
                netsplits.went(person.folded, from: room)
            }
        }
        nickFreed(nick)
    }

    mutating func takeNick(_ line: IRCLine) {
        guard let nick = line.source?.nick, let next = line.param(0), !next.isEmpty, !batches.isLate(line) else { return }
        let isMe = rooms.isMe(nick)
        for room in rooms.rooms(of: nick) { outcome.events.append(.renamed(room: room, person(line), to: next)) }
        rooms.renamed(nick, to: next)
        if isMe {
            rooms.setNick(next)
            own.nick = next
        } else {
            nickFreed(nick)
        }
    }

    mutating func takeTopic(_ line: IRCLine) {
        guard let name = line.param(0), let room = rooms.room(name), !batches.isLate(line) else { return }
        outcome.events.append(.topic(room: room.name, by: person(line), text: line.param(1) ?? ""))
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
            let isName = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0 == 0x2A || $0 == 0x2D || Self.isNamed($0) } }
            return parts.count > 1 && isName
        }
    }

    private static func isNamed(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }

    /// Adds the nicks of a list, which the server sends after each join.
    mutating func takeNames(_ line: IRCLine) {
        guard let name = line.param(2), let list = line.param(3) else { return }
        for entry in list.split(separator: " ") { rooms.addNick(support.nick(listed: entry), to: name) }
    }

    private var wantedNick: String { IRCText(settings.nick).text }
    /// A Boolean value that indicates whether the bot has a variant of the wanted nick. False if the wanted nick exceeds the network's
    /// limit.
    private var isSecondChoice: Bool {
        registration.isSecondChoice && !rooms.isMe(wantedNick) && wantedNick.utf8.count <= support.nickBytes
    }

    private mutating func nickFreed(_ nick: String) {
        if isSecondChoice, isReady, rooms.folded(nick) == rooms.folded(wantedNick) { send("NICK \(wantedNick)") }
    }

    private mutating func leave(
        _ name: String, _ person: IRCUser, _ reason: String, _ state: IRCStatus.ChannelStatus, at uptime: Duration
    ) {
        guard let room = rooms.room(name)?.name else { return }
        if person.isMe {
            rooms.left(name, state, at: uptime)
            history.forget(key: rooms.folded(name))
        } else {
            rooms.removeNick(person.nick, from: name)
        }
        outcome.events.append(.left(room: room, person, reason: reason))
    }
}
