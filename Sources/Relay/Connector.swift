package import MezonModel
package import SendPipeline

/// A connection to one network besides Mezon: a source of events, with a sender of deliveries for each channel.
package protocol Connector: Sendable {
    /// Runs until cancelled and appends the events of the network to the journal.
    func run() async throws

    /// Returns the sender of deliveries to a channel; nil if the channel only receives.
    func sender(for channel: ChannelID) -> (any Sender)?

    var status: ConnectorStatus { get async }

    /// The file storage of the network; nil if it has none, so that files are shown by their URLs.
    var files: (any FileSource & FileHost)? { get }
}

extension Connector {
    package var files: (any FileSource & FileHost)? { nil }
}

/// The status of a connection.
package struct ConnectorStatus: Hashable, Sendable, Codable {
    package struct ChannelStatus: Hashable, Sendable, Codable {
        /// The name of the channel on its network.
        package var name: String
        /// The reason why nothing is received from the channel or sent to it; nil if it works.
        package var obstacle: String?
        /// The number of deliveries waiting for the channel.
        package var waiting: Int

        package init(_ name: String, obstacle: String? = nil, waiting: Int = 0) {
            self.name = name
            self.obstacle = obstacle
            self.waiting = waiting
        }
    }

    package var name: String
    /// The title of the network, such as `IRC`.
    package var network: String
    /// A readable state, such as `connected to irc.libera.chat as mezon-bot`.
    package var text: String
    package var isConnected: Bool
    package var rooms: [ChannelStatus]

    /// The problems of the connection, one line each; empty if there are none.
    package var troubles: [String] {
        guard isConnected else { return ["\(name): \(text)"] }
        return rooms.compactMap { room in room.obstacle.map { "\(name): \(room.name): \($0)" } }
    }

    /// The status as lines for a terminal: the connection, then its channels.
    package var lines: [String] {
        ["\(name)  \(network), \(text)"]
            + rooms.map { room in
                let words = [room.obstacle ?? "ok", room.waiting > 0 ? "\(room.waiting) waiting" : nil].compactMap(\.self)
                return "  \(room.name)  \(words.joined(separator: ", "))"
            }
    }

    package init(name: String, network: String, text: String, isConnected: Bool, rooms: [ChannelStatus]) {
        self.name = name
        self.network = network
        self.text = text
        self.isConnected = isConnected
        self.rooms = rooms
    }
}
