import ChatModel
import Foundation

/// The waits that one event may end.
struct AwaitedWaits {
    struct Item: Hashable, Sendable {
        let rule: String
        let wait: WaitID
        /// The user for whom the rule waits; zero for anyone.
        let user: UserID
        /// A Boolean value that indicates whether a bot ends a wait for anyone.
        var acceptsBots = false
    }

    private static let capacity = 100
    private static let bots = "bots"

    let key: StateKey
    let state: RuleState
    let now: Date

    /// Adds a wait; the oldest is left to its time if there are too many.
    func add(_ item: Item, until due: Date) {
        let end = max(state.expiredEntry(key)?.until ?? due, due)
        write((items + [item]).suffix(Self.capacity), until: end)
    }

    /// Removes the waits that a user ends, and returns them.
    func take(by user: UserID, isBot: @autoclosure () -> Bool) -> [Item] {
        let items = items
        let taken = items.filter { $0.user.isNone ? $0.acceptsBots || !isBot() : $0.user == user }
        guard !taken.isEmpty else { return [] }
        write(items.filter { !taken.contains($0) }[...], until: state.expiredEntry(key)?.until)
        return taken
    }

    private var items: [Item] {
        (state.entry(key, in: .real, at: now)?.text ?? "").split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ").map(String.init)
            guard parts.count == 3 || parts.count == 4, let user = UserID(parts[2]) else { return nil }
            return Item(rule: parts[0], wait: WaitID(parts[1]), user: user, acceptsBots: parts.dropFirst(3).first == Self.bots)
        }
    }

    private func write(_ items: ArraySlice<Item>, until end: Date?) {
        var entry = StateEntry(at: now)
        entry.text = items.map { "\($0.rule) \($0.wait.text) \($0.user)\($0.acceptsBots ? " \(Self.bots)" : "")" }.joined(
            separator: "\n")
        entry.until = end
        state.change(key, items.isEmpty ? .forget : .set(entry), in: .real, at: now)
    }
}
