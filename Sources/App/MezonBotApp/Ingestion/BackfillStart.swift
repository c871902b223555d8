import ChatModel
import Foundation

/// The start of the backfill for a channel that is seen for the first time.
///
/// A new installation ignores earlier messages. A channel created while the application was offline is read completely.
struct BackfillStart {
    private let newestKnown: MessageID?
    private let now: Date

    /// - Parameter known: The newest known message of each channel; empty for a new installation.
    init(known: [ChannelID: MessageID], now: Date) {
        newestKnown = known.values.filter { !$0.isExternal }.max()  // Other networks use unrelated ids.
        self.now = now
    }

    /// The message after which a channel is read.
    func lastMessage(of channel: Channel) -> MessageID {
        // Ids contain their creation time: a channel with an id above all known messages was created after them.
        if let newestKnown, channel.id.rawValue > newestKnown.rawValue { return MessageID(channel.id.rawValue) }
        return channel.lastMessage.isNone ? MessageID(Snowflake.floor(of: now)) : channel.lastMessage
    }
}
