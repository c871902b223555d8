import Logging
import MezonModel

/// How many notices of a room are told in a minute: where a crowd comes and goes at once, what is said would wait behind it.
struct ChannelChangeThrottle {
    private static let most = 20
    private static let minute = Duration.seconds(60)

    private var windows: [ChannelID: (start: Duration, count: Int)] = [:]

    /// Whether one more is told.
    mutating func allows(_ channel: ChannelID, at uptime: Duration) -> Bool {
        var window = windows[channel] ?? (uptime, 0)
        if uptime - window.start >= Self.minute { window = (uptime, 0) }
        window.count += 1
        windows[channel] = window
        return window.count <= Self.most
    }
}

extension ConnectorContext {
    /// Says that a crowd comes and goes, of which not everybody is named.
    func noteCrowd(in channel: ChannelID, called room: String) {
        guard rareLog.turn("crowd in \(channel)", at: time.uptime) != nil else { return }
        logger.info("More come and go than are told of", metadata: ["port.room": "\(room)"])
    }
}
