import AsyncSupport
import MezonClient

/// Events of a network that have not been taken yet.
struct IRCEventBatch: BufferedElement {
    private(set) var events: [IRCEvent]
    private(set) var byteCount: Int

    init(_ events: [IRCEvent]) {
        self.events = events
        byteCount = events.reduce(0) { $0 + $1.byteCount }
    }

    var eventCount: Int { events.count }

    mutating func join(_ later: IRCEventBatch) -> Bool {
        events += later.events
        byteCount += later.byteCount
        return true
    }
}

extension IRCEvent {
    /// The approximate size in memory.
    fileprivate var byteCount: Int {
        let textBytes =
            switch self {
            case .connected(let nick): nick.utf8.count
            case .lost(let reason): reason.utf8.count
            case .message(let message): message.text.utf8.count + message.by.nick.utf8.count
            case .removed(_, let msgid, _): msgid.utf8.count
            case .reacted(_, let msgid, let emoji, _, _): msgid.utf8.count + emoji.utf8.count
            case .history(_, let msgid, _): msgid?.utf8.count ?? 0
            case .joined(_, let user): user.nick.utf8.count
            case .left(_, let user, let reason): user.nick.utf8.count + reason.utf8.count
            case .renamed(_, let user, let next): user.nick.utf8.count + next.utf8.count
            case .topic(_, let by, let text): by.nick.utf8.count + text.utf8.count
            }
        return textBytes + 200
    }
}
