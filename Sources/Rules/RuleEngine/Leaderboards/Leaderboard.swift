import ChatModel

/// The members with the highest counts of a counter, kept in order while it changes, because rules find entries by key only.
///
/// It begins when a rule first shows it. One whose count falls below those of all others in a full list returns with their next change.
struct Leaderboard: Hashable, Sendable, Codable {
    struct Place: Hashable, Sendable, Codable {
        var user: UserID
        var count: Int
    }

    private static let capacity = 100  // Members: a message shows fewer.

    private(set) var places: [Place] = []

    /// Sets the count of a member; zero removes them.
    mutating func set(_ count: Int, of user: UserID) {
        places.removeAll { $0.user == user }
        guard count > 0 else { return }
        // Of equal counts, the one that was reached first is ahead.
        places.insert(Place(user: user, count: count), at: places.firstIndex { $0.count < count } ?? places.endIndex)
        if places.count > Self.capacity { places.removeLast() }
    }

    /// The list as stored: `7:12 5:3`.
    var text: String { places.map { "\($0.user):\($0.count)" }.joined(separator: " ") }

    init() {}

    /// Reads a stored list. What cannot be read is left out.
    init(_ text: String) {
        places = text.split(separator: " ").compactMap { item in
            let parts = item.split(separator: ":")
            guard parts.count == 2, let user = UserID(parts[0]), let count = Int(parts[1]) else { return nil }
            return Place(user: user, count: count)
        }
    }
}
