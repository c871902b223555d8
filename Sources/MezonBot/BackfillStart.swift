import Foundation
import MezonModel

/// Where the recovery of history begins in a channel that is seen for the first time.
///
/// A fresh install takes in nothing that was said before it; a channel that was made while we were away is taken in whole.
struct BackfillStart {
    private let newestKnown: MessageID?
    private let now: Date

    /// - Parameter known: the newest message known of each channel; empty for a fresh install.
    init(known: [ChannelID: MessageID], now: Date) {
        newestKnown = known.values.filter { !$0.isForeign }.max()  // Other networks have ids of their own.
        self.now = now
    }

    /// The message after which everything is ours to know.
    func lastMessage(of channel: Channel) -> MessageID {
        // Ids are made by time: a channel whose id is newer than anything we knew was made after it.
        if let newestKnown, channel.id.rawValue > newestKnown.rawValue { return MessageID(channel.id.rawValue) }
        return channel.lastMessage.isNone ? MessageID(Snowflake.floor(of: now)) : channel.lastMessage
    }
}
