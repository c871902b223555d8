package import MezonModel
package import MezonWire
import SwiftProtobuf

/// One page of a channel's history that is to be read.
package struct HistoryPageRequest: Hashable, Sendable {
    package var channel: Channel
    /// The page ends right before this message; zero asks for the newest page.
    package var before: MessageID
    /// Which connection it belongs to: an answer that comes after the next loss is of no use.
    let round: Int

    /// As many as the server gives at once; fewer in an answer mean that there are no older ones.
    static let pageSize = 100

    init(channel: Channel, before: MessageID, round: Int) {
        self.channel = channel
        self.before = before
        self.round = round
    }

    /// One that belongs to no connection: for a gap that was left open.
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
