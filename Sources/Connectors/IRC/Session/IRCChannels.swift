import BotConfiguration
import ChatModel
import Foundation

/// The channels of the settings: their states, their nicks, and the times of the next join attempts.
struct IRCChannels: Sendable {
    struct Channel: Sendable {
        let name: String
        let key: Secret?
        var state = IRCStatus.ChannelStatus.outside
        var nicks = IRCNicks()
        /// The uptime of the next join attempt, or the time limit of a pending one; `nil` while the bot is in the channel.
        var retryAt: Duration?
        var tries = 0
    }

    // A channel that refuses the bot is retried at growing intervals.
    static let minPause: Duration = .seconds(10)
    static let maxPause: Duration = .seconds(600)
    /// The time after which an unanswered join is retried.
    static let joinTimeout: Duration = .seconds(30)
    // A few megabytes at most; the largest channels in practice have a few thousand users.
    static let maxNicks = 50_000
    static let maxNickBytes = 128

    private(set) var me: String
    private var caseMapping = IRCCaseMapping.rfc1459
    private var order: [String] = []
    private var rooms: [String: Channel] = [:]
    private var nickCount = 0

    init(_ wanted: [IRCSettings.RemoteChannel], me: String) {
        self.me = me
        for room in wanted { add(Channel(name: IRCText(room.name).text, key: room.key)) }
    }

    private mutating func add(_ room: Channel) {
        let key = caseMapping.folded(room.name)
        if rooms.updateValue(room, forKey: key) == nil { order.append(key) }
    }

    /// Applies the network's case mapping, which is known before any channel is joined.
    mutating func compare(by mapping: IRCCaseMapping) {
        guard mapping != caseMapping else { return }
        caseMapping = mapping
        let all = order.compactMap { rooms[$0] }
        rooms = [:]
        order = []
        for var room in all {
            room.nicks = IRCNicks(room.nicks.spelt, caseMapping: mapping)
            add(room)
        }
    }

    func folded(_ name: String) -> String { caseMapping.folded(name) }
    func isMe(_ nick: String) -> Bool { folded(nick) == folded(me) }
    /// Returns a channel by any spelling of its name.
    func room(_ name: String) -> Channel? { rooms[folded(name)] }
    var all: [Channel] { order.compactMap { rooms[$0] } }

    func isJoined(_ name: String) -> Bool {
        if case .joined = room(name)?.state { true } else { false }
    }

    mutating func setNick(_ nick: String) { me = nick }

    /// Marks all channels to be joined now.
    mutating func start(at uptime: Duration) {
        for key in order { rooms[key]?.retryAt = uptime }
    }

    /// Returns the channels that are due to be joined and marks them as joining.
    mutating func due(at uptime: Duration) -> [Channel] {
        order.compactMap { key in
            guard let retryAt = rooms[key]?.retryAt, retryAt <= uptime else { return nil }
            rooms[key]?.state = .joining
            rooms[key]?.retryAt = uptime + Self.joinTimeout
            return rooms[key]
        }
    }

    /// Records that the bot joined a channel.
    mutating func entered(_ name: String, at date: Date) {
        change(name) { room in
            room.state = .joined(since: date)
            room.retryAt = nil
            room.tries = 0
        }
        clear(name)
    }

    mutating func left(_ name: String, _ state: IRCStatus.ChannelStatus, at uptime: Duration) {
        clear(name)
        change(name) { room in
            room.state = state
            Self.postpone(&room, at: uptime)
        }
    }

    /// Records that a join was refused. An error about a channel that the bot is in concerns something else.
    mutating func refused(_ name: String, code: String, text: String, at uptime: Duration) {
        change(name) { room in
            guard room.state == .joining else { return }
            room.state = .refused(code: code, text: text)
            Self.postpone(&room, at: uptime)
        }
    }

    mutating func invited(_ name: String, at uptime: Duration) {
        change(name) { room in if room.retryAt != nil { room.retryAt = uptime } }
    }

    mutating func addNick(_ nick: String, to name: String) {
        guard nickCount < Self.maxNicks, nick.utf8.count <= Self.maxNickBytes, !nick.isEmpty else { return }
        change(name) { $0.nicks.insert(nick) }
        recount()
    }

    mutating func removeNick(_ nick: String, from name: String) {
        change(name) { $0.nicks.remove(nick) }
        recount()
    }

    /// Returns the channels that contain a nick.
    func rooms(of nick: String) -> [String] {
        order.compactMap { key in rooms[key].flatMap { $0.nicks.contains(nick) ? $0.name : nil } }
    }

    mutating func renamed(_ nick: String, to next: String) {
        for key in order where rooms[key]?.nicks.remove(nick) == true {
            if next.utf8.count <= Self.maxNickBytes, !next.isEmpty { rooms[key]?.nicks.insert(next) }
        }
    }

    private mutating func clear(_ name: String) {
        change(name) { [caseMapping] in $0.nicks = IRCNicks(caseMapping: caseMapping) }
        recount()
    }

    private mutating func recount() { nickCount = rooms.values.reduce(0) { $0 + $1.nicks.count } }

    private mutating func change(_ name: String, _ body: (inout Channel) -> Void) {
        let key = folded(name)
        guard var room = rooms.removeValue(forKey: key) else { return }
        body(&room)
        rooms[key] = room
    }

    private static func postpone(_ room: inout Channel, at uptime: Duration) {
        let factor = 1 << min(room.tries, 6)
        room.tries += 1
        room.retryAt = uptime + min(minPause * factor, maxPause)
    }
}
