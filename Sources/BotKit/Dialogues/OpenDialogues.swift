/// Whose answers a bot waits for, known without waiting: every message asks.
package struct OpenDialogues: Sendable {
    /// By person and channel, the entry that began it.
    private var began: [DialogueKey: Int64] = [:]

    package init() {}

    /// Takes in what is stored under a key, if it is a dialogue; one that cannot be read is found out when it is answered.
    package mutating func note(_ value: StoredState?, under key: String) {
        guard let key = DialogueKey(key) else { return }
        began[key] = value.map { value in
            do {
                return try DialogueRecord(value)?.began ?? 0
            } catch {
                return 0
            }
        }
    }

    func began(_ key: DialogueKey) -> Int64? { began[key] }
}
