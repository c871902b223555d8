package import ChatModel
package import MezonProtocol
import SwiftProtobuf

/// A request for one page of a channel's history.
package struct HistoryPageRequest: Hashable, Sendable {
    package var channel: Channel
    /// The message before which the page ends; zero for the newest page.
    package var before: MessageID
    /// The number of the connection; a response after the next loss is ignored.
    let round: Int

    /// The maximum that the server returns at once; fewer messages mean that there are no older ones.
    static let pageSize = 100

    init(channel: Channel, before: MessageID, round: Int) {
        self.channel = channel
        self.before = before
        self.round = round
    }

    /// Creates a request that belongs to no connection, for a gap that was left open.
    package init(channel: Channel, before: MessageID) { self.init(channel: channel, before: before, round: 0) }

    package var request: ApiListChannelMessagesRequest {
        .with {
            $0.clanID = channel.clan.rawValue
            $0.channelID = channel.id.rawValue
            $0.messageID = before.rawValue
            $0.limit = Int32(Self.pageSize)
            $0.direction = 3  // before
        }
    }
}
