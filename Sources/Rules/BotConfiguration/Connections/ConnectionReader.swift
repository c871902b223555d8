package import ChatModel

/// The channels of one connection while they are read: a network's reader adds those that it accepts.
package final class ConnectionReader {
    /// The name of the connection.
    package let name: String
    /// The entries of `channels`, each under a usable name.
    package let entries: [ConfigNode.Entry]
    package let secrets: SecretSource
    package let diagnostics: DiagnosticCollector
    private(set) var names: NameRegistry
    private(set) var channels: [ConnectionSettings.RemoteChannel] = []
    private(set) var places: [ChannelID: ChannelPlace] = [:]
    private(set) var events: [ChannelID: EventEndpoint] = [:]
    private var known: [String: SourcePosition] = [:]

    init(
        name: String, entries: [ConfigNode.Entry], names: NameRegistry, secrets: SecretSource, _ diagnostics: DiagnosticCollector
    ) {
        self.name = name
        self.entries = entries
        self.names = names
        self.secrets = secrets
        self.diagnostics = diagnostics
    }

    /// Registers the operator's name of a channel, also of an invalid one, so that each error is reported once and not for every use of the
    /// channel.
    ///
    /// - Parameter room: The normalized name in the network; the operator's name if it is invalid or there is none.
    /// - Returns: the channel's id.
    package func register(
        _ entry: ConfigNode.Entry, as room: String, direction: NameRegistry.Direction = .both
    ) -> ChannelID {
        let id = ChannelID(port: name, room: room)
        names.add(
            NameRegistry.Entry(
                name: entry.key, kind: .channels, id: id.rawValue, place: entry.keyPosition, direction: direction), diagnostics)
        return id
    }

    /// Adds a valid channel.
    ///
    /// - Parameters:
    ///   - room: The channel's name in the network.
    ///   - place: The place of the channel, by which two connections to it are recognized; nil if they do no harm.
    ///   - events: The reception of rules' own events by the channel; nil if it has none.
    /// - Returns: false, after adding an error, if the connection already has a channel at the same place.
    @discardableResult
    package func add(
        _ entry: ConfigNode.Entry, _ id: ChannelID, named room: String, at place: ChannelPlace? = nil,
        events: EventEndpoint? = nil
    ) -> Bool {
        if let place {
            if let first = known[place.room] {
                diagnostics.error(
                    "duplicate-name", "the connection '\(name)' already has \(room) (\(first))", at: entry.keyPosition,
                    suggestion: "remove it")
                return false
            }
            known[place.room] = entry.keyPosition
        }
        channels.append(ConnectionSettings.RemoteChannel(id: id, name: room))
        places[id] = place
        self.events[id] = events
        return true
    }
}

/// The place of a channel in the world, however it is reached.
package struct ChannelPlace: Hashable, Sendable {
    /// The server, or the network if a channel is the same on all of its servers.
    package let host: String
    package let port: Int?
    /// A normalized name that is equal for all names that the network may consider the same.
    package let room: String

    package init(host: String, port: Int? = nil, room: String) {
        let name = host.lowercased()
        self.host =
            ["localhost", "127.0.0.1", "::1", "[::1]"].contains(name)
            ? "localhost" : name.hasSuffix(".") ? String(name.dropLast()) : name
        self.port = port
        self.room = room
    }

    /// Creates the place of a channel that is the same on every server of a network.
    package init(network: String, room: String) {
        host = network
        port = nil
        self.room = room
    }
}

/// The reception of a rule's own events by a channel that posts to programs.
package enum EventEndpoint: Hashable, Sendable {
    case accepted
    /// The receiver accepts messages of some style only.
    case refused(style: String)
}
