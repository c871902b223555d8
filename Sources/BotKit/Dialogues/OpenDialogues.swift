import Foundation

/// Whose answers a bot waits for, known without waiting: every message asks.
package struct OpenDialogues: Sendable {
    private struct Open {
        /// The entry that began it.
        var began: Int64 = 0
        var until = Date.distantFuture
    }

    private var all: [DialogueKey: Open] = [:]

    package init() {}

    /// Takes in what is stored under a key, if it is a dialogue; one that cannot be read is found out when it is answered.
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
