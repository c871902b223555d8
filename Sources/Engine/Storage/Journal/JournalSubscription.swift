/// The receiver of entries as they are appended.
///
/// Both functions are called on the writer's thread and must not wait.
package protocol JournalSubscriber: Sendable {
    /// Decides an entry before it is durable, in the transaction that appends it. No later entry of its channel is offered if it returns
    /// nil, until `take(_:through:)` has passed the entry on.
    ///
    /// - Returns: The turn; nil if the decision may wait, or must not be made on the writer's thread.
    func decide(_ entry: Entry) -> Turn?

    /// Takes durable entries without a turn, in order.
    ///
    /// - Parameter sequence: The newest durable entry.
    func take(_ entries: [Entry], through sequence: Int64)
}

/// A subscriber of the journal, with the store that commits the turns it decides.
struct JournalSubscription {
    let subscriber: any JournalSubscriber
    let turns: Turns

    /// Returns the turn of an entry that is decided in the transaction that appends it; nil if it waits.
    func turn(of entry: Entry, in transaction: Transaction) -> Turn? {
        // A transaction that is retried must not decide twice.
        if let known = transaction.job.turn(of: entry.sequence) { return known }
        guard !transaction.isWaiting(entry.channel), let turn = subscriber.decide(entry) else { return nil }
        transaction.job.keep(turn)
        return turn
    }
}
