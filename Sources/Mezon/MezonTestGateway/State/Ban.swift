import ChatModel
import Foundation

/// An account's ban from writing in a channel, for a time or without end.
struct Ban: Hashable {
    var user: UserID
    var moderator: UserID
    var reason: String
    /// `nil` for ever.
    var end: Date?

    func isOver(at now: Date) -> Bool { end.map { $0 <= now } ?? false }

    /// Seconds left; zero for ever, as the wire counts.
    func secondsLeft(at now: Date) -> Int32 {
        guard let end else { return 0 }
        return Int32(clamping: Int(max(1, end.timeIntervalSince(now).rounded(.up))))
    }
}
