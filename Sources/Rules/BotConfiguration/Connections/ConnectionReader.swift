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
    private(set) var addresses: [ChannelID: ChannelAddress] = [:]
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
    /// - Parameter channel: The normalized name in the network; the operator's name if it is invalid or there is none.
    /// - Returns: The channel's id.
    package func register(
        _ entry: ConfigNode.Entry, as channel: String, direction: NameRegistry.Direction = .both
    ) -> ChannelID {
        let id = ChannelID(connection: name, channel: channel)
        names.add(
            NameRegistry.Entry(
                name: entry.key, kind: .channels, id: id.rawValue, position: entry.keyPosition, direction: direction), diagnostics
        )
        return id
    }

    /// Adds a valid channel.
    ///
    /// - Parameters:
    ///   - channel: The channel's name in the network.
    ///   - address: The address of the channel, by which two connections to it are recognized; nil if they do no harm.
    ///   - events: The reception of rules' own events by the channel; nil if it has none.
    /// - Returns: False, after adding an error, if the connection already has a channel with the same address.
    @discardableResult
    package func add(
        _ entry: ConfigNode.Entry, _ id: ChannelID, named channel: String, at address: ChannelAddress? = nil,
        events: EventEndpoint? = nil
    ) -> Bool {
        if let address {
            if let first = known[address.channel] {
                diagnostics.error(
                    "duplicate-name", "the connection '\(name)' already has \(channel) (\(first))", at: entry.keyPosition,
                    suggestion: "remove it")
                return false
            }
            known[address.channel] = entry.keyPosition
        }
        channels.append(ConnectionSettings.RemoteChannel(id: id, name: channel))
        addresses[id] = address
        self.events[id] = events
        return true
    }
}

/// The address of a channel, regardless of how it is reached.
package struct ChannelAddress: Hashable, Sendable {
    /// The server, or the network if a channel is the same on all of its servers.
    package let host: String
    package let port: Int?
    /// A normalized name that is equal for all names that the network may consider the same.
    package let channel: String

    package init(host: String, port: Int? = nil, channel: String) {
        let name = host.lowercased()
        self.host =
            ["localhost", "127.0.0.1", "::1", "[::1]"].contains(name)
            ? "localhost" : name.hasSuffix(".") ? String(name.dropLast()) : name
        self.port = port
        self.channel = channel
    }

    /// Creates the address of a channel that is the same on every server of a network.
    package init(network: String, channel: String) {
        host = network
        port = nil
        self.channel = channel
    }
}

/// The reception of a rule's own events by a channel that posts to programs.
package enum EventEndpoint: Hashable, Sendable {
    case accepted
    /// The receiver accepts messages of some style only.
    case refused(style: String)
}
