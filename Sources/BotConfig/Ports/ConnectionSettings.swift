package import MezonModel

/// A connection to one network besides Mezon, and the rooms of it that the house is in.
package struct ConnectionSettings: Named {
    package enum Network: Hashable, Sendable {
        case irc(IRCSettings)
        case matrix(MatrixSettings)
        case webhooks(WebhookSettings)

        /// `IRC`, for messages and listings.
        package var title: String {
            switch self {
            case .irc: "IRC"
            case .matrix: "Matrix"
            case .webhooks: "webhooks"
            }
        }
    }

    /// A room, which is a channel to the rest of the house.
    package struct RemoteChannel: Hashable, Sendable {
        package var id: ChannelID
        /// What the network calls it.
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
    package var rooms: [RemoteChannel]
    package var files = FileSettings.usual

    package init(name: String, place: SourcePosition, network: Network, rooms: [RemoteChannel]) {
        self.name = name
        self.place = place
        self.network = network
        self.rooms = rooms
    }
}
