package import MezonModel
package import SendPipeline

/// A connection to one network besides Mezon: a source of events, with a sender of deliveries for each channel.
package protocol Connector: Sendable {
    /// Runs until cancelled; what happens over there goes into the journal.
    func run() async throws

    /// Who carries what goes to a channel; nil where nothing goes out.
    func sender(for channel: ChannelID) -> (any Sender)?

    var status: ConnectorStatus { get async }

    /// Where its network keeps files; nil where it has no such place, so that files are shown by their addresses.
    var files: (any FileSource & FileHost)? { get }
}

extension Connector {
    package var files: (any FileSource & FileHost)? { nil }
}

/// How a port stands.
package struct ConnectorStatus: Hashable, Sendable, Codable {
    package struct ChannelStatus: Hashable, Sendable, Codable {
        /// What the network calls it.
        package var name: String
        /// Why nothing comes from it or goes to it; nil where it does.
        package var obstacle: String?
        /// Deliveries that wait to go there.
        package var waiting: Int

        package init(_ name: String, obstacle: String? = nil, waiting: Int = 0) {
            self.name = name
            self.obstacle = obstacle
            self.waiting = waiting
        }
    }

    package var name: String
    /// `IRC`.
    package var network: String
    /// For a person: `connected to irc.libera.chat as mezon-bot`.
    package var text: String
    package var isConnected: Bool
    package var rooms: [ChannelStatus]

    /// What keeps it from its work, a line each; none where all is well.
    package var troubles: [String] {
        guard isConnected else { return ["\(name): \(text)"] }
        return rooms.compactMap { room in room.obstacle.map { "\(name): \(room.name): \($0)" } }
    }

    /// For a terminal: the port on a line, its rooms below.
    package var lines: [String] {
        ["\(name)  \(network), \(text)"]
            + rooms.map { room in
                let words = [room.obstacle ?? "well", room.waiting > 0 ? "\(room.waiting) waiting" : nil].compactMap(\.self)
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
