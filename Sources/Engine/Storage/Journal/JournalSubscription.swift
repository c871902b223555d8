/// The receiver of entries as they are appended.
///
/// Both functions must not wait. `take` is called on the writer's thread; `decide` on that thread or, for entries of the next
/// transaction while one is being written, on another one. It is never called twice at a time.
package protocol JournalSubscriber: Sendable {
    /// Decides an entry before it is durable, in or before the transaction that appends it. No later entry of its channel is offered if it returns
    /// nil, until `take(_:through:)` has passed the entry on.
    ///
    /// - Returns: The turn; nil if the decision may wait, or must not be made on a thread of the store.
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
    /// A Boolean value that indicates whether nothing more is decided and handed on.
    var isEnded = false

    /// Returns the turn of an entry that was decided before, or is decided in the transaction that appends it; nil if it waits.
    func turn(of entry: Entry, in transaction: Transaction) -> Turn? {
        // A decision must not be made twice.
        if let known = transaction.decisions.turn(of: entry.sequence) { return known }
        guard !isEnded, transaction.decisions.end == nil, !transaction.isWaiting(entry.channel),
            let turn = subscriber.decide(entry)
        else { return nil }
        transaction.decisions.keep(turn)
        return turn
    }
}
