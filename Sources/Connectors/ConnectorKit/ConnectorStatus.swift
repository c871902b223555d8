/// The status of a connection.
public struct ConnectorStatus: Hashable, Sendable, Codable {
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
    package var channels: [ChannelStatus]

    /// The problems of the connection, one line each; empty if there are none.
    package var problems: [String] {
        guard isConnected else { return ["\(name): \(text)"] }
        return channels.compactMap { channel in channel.obstacle.map { "\(name): \(channel.name): \($0)" } }
    }

    /// The status as lines for a terminal: the connection, then its channels.
    package var lines: [String] {
        ["\(name)  \(network), \(text)"]
            + channels.map { channel in
                let words = [channel.obstacle ?? "ok", channel.waiting > 0 ? "\(channel.waiting) waiting" : nil].compactMap(
                    \.self)
                return "  \(channel.name)  \(words.joined(separator: ", "))"
            }
    }

    package init(name: String, network: String, text: String, isConnected: Bool, channels: [ChannelStatus]) {
        self.name = name
        self.network = network
        self.text = text
        self.isConnected = isConnected
        self.channels = channels
    }
}
