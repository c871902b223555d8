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
    private var byName: [String: Channel] = [:]
    private var nickCount = 0

    init(_ wanted: [IRCSettings.RemoteChannel], me: String) {
        self.me = me
        for channel in wanted { add(Channel(name: IRCText(channel.name).text, key: channel.key)) }
    }

    private mutating func add(_ channel: Channel) {
        let key = caseMapping.folded(channel.name)
        if byName.updateValue(channel, forKey: key) == nil { order.append(key) }
    }

    /// Applies the network's case mapping, which is known before any channel is joined.
    mutating func compare(by mapping: IRCCaseMapping) {
        guard mapping != caseMapping else { return }
        caseMapping = mapping
        let all = order.compactMap { byName[$0] }
        byName = [:]
        order = []
        for var channel in all {
            channel.nicks = IRCNicks(channel.nicks.spellings, caseMapping: mapping)
            add(channel)
        }
    }

    func folded(_ name: String) -> String { caseMapping.folded(name) }
    func isMe(_ nick: String) -> Bool { folded(nick) == folded(me) }
    /// Returns a channel by any spelling of its name.
    subscript(_ name: String) -> Channel? { byName[folded(name)] }
    var all: [Channel] { order.compactMap { byName[$0] } }

    func isJoined(_ name: String) -> Bool {
        if case .joined = self[name]?.state { true } else { false }
    }

    mutating func setNick(_ nick: String) { me = nick }

    /// Marks all channels to be joined now.
    mutating func start(at uptime: Duration) {
        for key in order { byName[key]?.retryAt = uptime }
    }

    /// Returns the channels that are due to be joined and marks them as joining.
    mutating func due(at uptime: Duration) -> [Channel] {
        order.compactMap { key in
            guard let retryAt = byName[key]?.retryAt, retryAt <= uptime else { return nil }
            byName[key]?.state = .joining
            byName[key]?.retryAt = uptime + Self.joinTimeout
            return byName[key]
        }
    }

    /// Records that the bot joined a channel.
    mutating func markJoined(_ name: String, at date: Date) {
        change(name) { channel in
            channel.state = .joined(since: date)
            channel.retryAt = nil
            channel.tries = 0
        }
        clear(name)
    }

    mutating func left(_ name: String, _ state: IRCStatus.ChannelStatus, at uptime: Duration) {
        clear(name)
        change(name) { channel in
            channel.state = state
            Self.postpone(&channel, at: uptime)
        }
    }

    /// Records that a join was refused. An error about a channel that the bot is in concerns something else.
    mutating func refused(_ name: String, code: String, text: String, at uptime: Duration) {
        change(name) { channel in
            guard channel.state == .joining else { return }
            channel.state = .refused(code: code, text: text)
            Self.postpone(&channel, at: uptime)
        }
    }

    mutating func invited(_ name: String, at uptime: Duration) {
        change(name) { channel in if channel.retryAt != nil { channel.retryAt = uptime } }
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

    /// Returns the names of the channels that contain a nick.
    func names(containing nick: String) -> [String] {
        order.compactMap { key in byName[key].flatMap { $0.nicks.contains(nick) ? $0.name : nil } }
    }

    mutating func renamed(_ nick: String, to next: String) {
        for key in order where byName[key]?.nicks.remove(nick) == true {
            if next.utf8.count <= Self.maxNickBytes, !next.isEmpty { byName[key]?.nicks.insert(next) }
        }
    }

    private mutating func clear(_ name: String) {
        change(name) { [caseMapping] in $0.nicks = IRCNicks(caseMapping: caseMapping) }
        recount()
    }

    private mutating func recount() { nickCount = byName.values.reduce(0) { $0 + $1.nicks.count } }

    private mutating func change(_ name: String, _ body: (inout Channel) -> Void) {
        let key = folded(name)
        guard var channel = byName.removeValue(forKey: key) else { return }
        body(&channel)
        byName[key] = channel
    }

    private static func postpone(_ channel: inout Channel, at uptime: Duration) {
        let factor = 1 << min(channel.tries, 6)
        channel.tries += 1
        channel.retryAt = uptime + min(minPause * factor, maxPause)
    }
}
