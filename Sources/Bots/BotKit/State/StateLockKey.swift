/// A part of a bot's state that one invocation at a time may use, until its answer is stored.
///
/// Keys are acquired in one order, from a cooldown's to a dialogue's and from either to the bot's own. So there are no deadlocks,
/// and a replay in the order of release gives the same results.
enum StateLockKey: Hashable, Sendable {
    /// All state of the bot itself, because its code may access it in any order.
    case bot
    /// One cooldown, one dialogue or the settings of one clan, which the application uses; only invocations that need the same
    /// one wait for each other.
    case part(String)

    init(_ key: String) {
        self = Cooldown.isLedgerKey(key) || DialogueKey(key) != nil || StoredSettings.isKey(key) ? .part(key) : .bot
    }
}
