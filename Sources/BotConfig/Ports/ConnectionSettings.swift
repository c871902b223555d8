package import MezonModel

/// A connection to a network other than Mezon, with the channels that the bot joins there.
package struct ConnectionSettings: Named {
    package enum Network: Hashable, Sendable {
        case irc(IRCSettings)
        case matrix(MatrixSettings)
        case webhooks(WebhookSettings)

        /// The network's name for messages and listings, such as `IRC`.
        package var title: String {
            switch self {
            case .irc: "IRC"
            case .matrix: "Matrix"
            case .webhooks: "webhooks"
            }
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

    package static let noun = "port"

    package var name: String
    package var place: SourcePosition
    package var network: Network
    package var channels: [RemoteChannel]
    package var files = FileSettings.usual

    package init(name: String, place: SourcePosition, network: Network, rooms: [RemoteChannel]) {
        self.name = name
        self.place = place
        self.network = network
        self.channels = rooms
    }
}
