package import ChatModel
import Logging

/// A limit on the join, leave and rename notices of each channel per minute, so that a crowd does not delay the messages behind it.
package struct ChannelChangeThrottle {
    private static let limit = 20
    private static let minute = Duration.seconds(60)

    private var windows: [ChannelID: (start: Duration, count: Int)] = [:]

    package init() {}

    /// Counts one notice and returns a Boolean value that indicates whether it is within the limit.
    package mutating func allows(_ channel: ChannelID, at uptime: Duration) -> Bool {
        var window = windows[channel] ?? (uptime, 0)
        if uptime - window.start >= Self.minute { window = (uptime, 0) }
        window.count += 1
        windows[channel] = window
        return window.count <= Self.limit
    }
}

extension ConnectorContext {
    /// Logs that notices of a channel are being dropped, at the rate of `rareLog`.
    package func logThrottledNotices(in channel: ChannelID, named name: String) {
        guard rareLog.record("crowd in \(channel)", at: time.uptime) != nil else { return }
        logger.info("Join/leave notices throttled", metadata: ["connection.channel": "\(name)"])
    }
}
