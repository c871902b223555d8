import ChatModel
import Foundation

/// The channels without new messages whose newest page of history is read after an outage, to find messages that were edited or deleted
/// meanwhile.
struct MissedChangesPolicy {
    /// A shorter outage is not worth the requests.
    var minOutage: TimeInterval = 60
    /// The age of the newest message beyond which a channel counts as quiet.
    var maxAge: TimeInterval = 86_400
    var maxChannels = 50

    /// Returns the channels, those with the newest messages first.
    ///
    /// - Parameters:
    ///   - listed: The channels as the server lists them.
    ///   - known: The newest message of each channel in the journal.
    ///   - changedSince: The time since which changes may have been missed.
    func channels(
        _ listed: [Channel], known: [ChannelID: MessageID], changedSince: Date, at now: Date
    ) -> [(channel: Channel, lastKnown: MessageID)] {
        // A negative time is that of a clock that was set back.
        if (0..<minOutage).contains(now.timeIntervalSince(changedSince)) { return [] }
        let recent = listed.compactMap { channel -> (channel: Channel, lastKnown: MessageID)? in
            guard let lastKnown = known[channel.id], now.timeIntervalSince(Snowflake.date(of: lastKnown)) < maxAge else {
                return nil
            }
            return (channel, lastKnown)
        }
        return Array(recent.sorted { $0.lastKnown > $1.lastKnown }.prefix(maxChannels))
    }
}
