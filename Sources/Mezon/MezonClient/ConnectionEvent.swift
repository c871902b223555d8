import AsyncSupport
package import ChatModel
package import MezonProtocol

/// The input of a connection in order: events, and the connection's phases between them.
package enum ConnectionEvent: Sendable {
    /// A connection is being opened. Later events belong to it, including those before `ready`.
    case connecting(attempt: Int)
    case events([ReceivedEvent])
    /// All joins are done; events missed until now can be fetched from history.
    case ready(ReadySnapshot)
    /// The bot was added to a clan while connected, and has joined it. The channels are the visible ones, as listed.
    case clanJoined(Clan, [Channel])
    case lost(String)
    /// The server pushed a fresh session.
    case session(ApiSession)
}

extension ConnectionEvent: BufferedElement {
    package var eventCount: Int { if case .events(let events) = self { events.count } else { 0 } }

    package var byteCount: Int {
        if case .events(let events) = self { events.reduce(0) { $0 + $1.frame.count } } else { 0 }
    }

    package mutating func join(_ later: ConnectionEvent) -> Bool {
        guard case .events(var waiting) = self, case .events(let more) = later else { return false }
        // Moved out first, so that appending does not copy.
        self = .events([])
        waiting += more
        self = .events(waiting)
        return true
    }
}
