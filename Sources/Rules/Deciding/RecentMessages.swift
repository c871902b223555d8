import Foundation
import MezonModel

/// The last messages of each person in each clan, by event time. Rebuilt from the journal at a start.
struct RecentMessages {
    private struct Author: Hashable {
        var user: UserID
        var clan: ClanID
    }

    private var messages: [Author: [Evidence]] = [:]
    private static let mostAuthors = 5000  // Beyond it, those who have been silent longest are dropped.
    static let most = 50  // Of one person.

    /// - Parameter limit: how many of one person are kept.
    mutating func note(_ evidence: Evidence, in clan: ClanID, keeping limit: Int) {
        let author = Author(user: evidence.author, clan: clan)
        var list = messages[author, default: []]
        guard !list.contains(where: { $0.message == evidence.message }) else { return }
        // Late messages come in between.
        list.insert(evidence, at: list.lastIndex { $0.at <= evidence.at }.map { $0 + 1 } ?? 0)
        messages[author] = list.suffix(min(limit, Self.most))
        if messages.count > Self.mostAuthors { dropSilent() }
    }

    /// A message that is gone need not be removed again.
    mutating func forget(_ message: MessageID, by user: UserID, in clan: ClanID) {
        messages[Author(user: user, clan: clan)]?.removeAll { $0.message == message }
    }

    /// The newest messages of a person up to a moment, oldest first.
    func last(_ count: Int, of user: UserID, in clan: ClanID, until now: Date) -> [Evidence] {
        (messages[Author(user: user, clan: clan)] ?? []).filter { $0.at <= now }.suffix(count)
    }

    /// Drops the half that has been silent longest.
    private mutating func dropSilent() {
        let times = messages.values.compactMap(\.last?.at).sorted()
        guard let middle = times.isEmpty ? nil : times[times.count / 2] else { return messages = [:] }
        messages = messages.filter { $0.value.last.map { $0.at > middle } ?? false }
    }
}
