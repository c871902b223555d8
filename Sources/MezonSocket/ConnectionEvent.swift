package import MezonModel
package import MezonWire

/// What comes in, in the one order in which it happened: events, and the phases of the connection between them.
package enum ConnectionEvent: Sendable {
    /// A connection is being opened. Events after this belong to it, also those that come before it is `ready`.
    case connecting(attempt: Int)
    case events([ReceivedEvent])
    /// All joins are made; what happened until now while nobody listened can be fetched from history.
    case ready(ReadySnapshot)
    /// We were added to a clan while connected, and have joined it. The channels are those that we see there, as listed.
    case clanJoined(Clan, [Channel])
    case lost(String)
    /// The server handed over a fresh session.
    case session(ApiSession)
}

extension ConnectionEvent: BufferedElement {
    package var eventCount: Int { if case .events(let arrivals) = self { arrivals.count } else { 0 } }

    package var byteCount: Int {
        if case .events(let arrivals) = self { arrivals.reduce(0) { $0 + $1.frame.count } } else { 0 }
    }

    package mutating func join(_ later: ConnectionEvent) -> Bool {
        guard case .events(var waiting) = self, case .events(let more) = later else { return false }
        // Taken out first, so that appending does not copy.
        self = .events([])
        waiting += more
        self = .events(waiting)
        return true
    }
}
