import Foundation

/// The users from whom a bot expects an answer. Kept in memory, because every message is checked against it.
package struct OpenDialogues: Sendable {
    private struct Open {
        /// The journal sequence number of the entry that began the dialogue.
        var began: Int64 = 0
        var until = Date.distantFuture
    }

    private var all: [DialogueKey: Open] = [:]

    package init() {}

    /// Records a stored value if it is a dialogue. One that cannot be decoded is kept as open; the error is handled when it is
    /// answered.
    package mutating func note(_ value: StoredState?, under key: String) {
        guard let key = DialogueKey(key) else { return }
        all[key] = value.map { value in
            do {
                return try DialogueRecord(value).map { Open(began: $0.began, until: $0.until) } ?? Open()
            } catch {
                return Open()
            }
        }
    }

    func began(_ key: DialogueKey, at now: Date) -> Int64? {
        all[key].flatMap { ExpiredState.isOver($0.until, at: now) ? nil : $0.began }
    }
}
