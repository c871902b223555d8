import ChatModel
import Foundation

/// The last messages of each user in each clan, by event time. Rebuilt from the journal at start-up.
struct RecentMessages {
    private struct Author: Hashable {
        var user: UserID
        var clan: ClanID
    }

    private var messages: [Author: [Evidence]] = [:]
    private static let maxAuthors = 5000  // Beyond it, the users who have been silent longest are dropped.
    static let maxPerUser = 50  // Per user.

    /// Records a message of a user in a clan.
    ///
    /// - Parameter limit: The number of messages to keep per user.
    mutating func note(_ evidence: Evidence, in clan: ClanID, keeping limit: Int) {
        let author = Author(user: evidence.author, clan: clan)
        var list = messages[author, default: []]
        guard !list.contains(where: { $0.message == evidence.message }) else { return }
        // Late messages are inserted in order.
        list.insert(evidence, at: list.lastIndex { $0.at <= evidence.at }.map { $0 + 1 } ?? 0)
        messages[author] = list.suffix(min(limit, Self.maxPerUser))
        if messages.count > Self.maxAuthors { dropSilent() }
    }

    /// Removes a deleted message, which need not be deleted again.
    mutating func forget(_ message: MessageID, by user: UserID, in clan: ClanID) {
        messages[Author(user: user, clan: clan)]?.removeAll { $0.message == message }
    }

    /// Returns the newest messages of a user up to a date, oldest first.
    func last(_ count: Int, of user: UserID, in clan: ClanID, until now: Date) -> [Evidence] {
        (messages[Author(user: user, clan: clan)] ?? []).filter { $0.at <= now }.suffix(count)
    }

    /// Drops the half of the users that has been silent longest.
    private mutating func dropSilent() {
        let times = messages.values.compactMap(\.last?.at).sorted()
        guard let middle = times.isEmpty ? nil : times[times.count / 2] else { return messages = [:] }
        messages = messages.filter { $0.value.last.map { $0.at > middle } ?? false }
    }
}
