import Logging
import MezonModel

/// How many notices of a room are told in a minute: where a crowd comes and goes at once, what is said would wait behind it.
struct RoomChangePace {
    private static let most = 20
    private static let minute = Duration.seconds(60)

    private var windows: [ChannelID: (start: Duration, count: Int)] = [:]

    enum Verdict { case told, first, silent }

    /// - Returns: whether one more is told; `first` for the first in a minute that is not.
    mutating func verdict(on channel: ChannelID, at uptime: Duration) -> Verdict {
        var window = windows[channel] ?? (uptime, 0)
        if uptime - window.start >= Self.minute { window = (uptime, 0) }
        window.count += 1
        windows[channel] = window
        return window.count <= Self.most ? .told : window.count == Self.most + 1 ? .first : .silent
    }
}

extension PortScene {
    /// Says that a crowd comes and goes, of which not everybody is named.
    func noteCrowd<Notice>(in room: String) -> Notice? {
        logger.info("More come and go than are told of", metadata: ["port.room": "\(room)"])
        return nil
    }
}
