import ChatModel
import Foundation

/// An account's ban from writing in a channel, with or without an end.
struct Ban: Hashable {
    var user: UserID
    var moderator: UserID
    var reason: String
    /// The end of the ban; `nil` if it has none.
    var end: Date?

    func isOver(at now: Date) -> Bool { end.map { $0 <= now } ?? false }

    /// Returns the remaining seconds; zero means no end, as in the protocol.
    func secondsLeft(at now: Date) -> Int32 {
        guard let end else { return 0 }
        return Int32(clamping: Int(max(1, end.timeIntervalSince(now).rounded(.up))))
    }
}
