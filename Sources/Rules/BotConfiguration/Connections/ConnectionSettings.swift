package import ChatModel

/// A connection to a network other than Mezon, with the channels that the bot joins there.
package struct ConnectionSettings: Named {
    /// A network with the settings that its connector has read.
    package struct Network: Hashable, Sendable {
        /// The key of the network in a connection, such as `irc`.
        package let key: String
        /// The network's name for messages and listings, such as `IRC`.
        package let title: String
        package let settings: any Hashable & Sendable

        package init(key: String, title: String, _ settings: any Hashable & Sendable) {
            self.key = key
            self.title = title
            self.settings = settings
        }

        package static func == (left: Network, right: Network) -> Bool {
            left.key == right.key && AnyHashable(left.settings) == AnyHashable(right.settings)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(key)
            settings.hash(into: &hasher)
        }
    }

    /// A channel of the network, which is handled like any other channel.
    package struct RemoteChannel: Hashable, Sendable {
        package var id: ChannelID
        /// The channel's name in the network.
        package var name: String

        package init(id: ChannelID, name: String) {
            self.id = id
            self.name = name
        }
    }

    package static let noun = "connection"

    package var name: String
    package var position: SourcePosition
    package var network: Network
    package var channels: [RemoteChannel]
    package var files = FileSettings.standard
    /// The addresses of those channels that no two connections may join.
    package var addresses: [ChannelID: ChannelAddress] = [:]
    /// The channels that post to programs, with their reception of rules' own events.
    package var events: [ChannelID: EventEndpoint] = [:]

    package init(name: String, position: SourcePosition, network: Network, channels: [RemoteChannel]) {
        self.name = name
        self.position = position
        self.network = network
        self.channels = channels
    }
}
