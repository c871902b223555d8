import AsyncSupport
import ChatModel

/// A write transaction that the stores share. What it hands on, and the signals that it collects, become visible once it is durable.
final class Transaction {
    let database: any SQLSession
    /// The decisions made before for the running write.
    private(set) var decisions = WriteDecisions()
    /// A Boolean value that indicates whether the running write has appended to the journal.
    var hasAppended = false
    /// The appended entries, in order.
    var appended: [Entry] = []
    /// The appended entries that wait for their turns.
    private(set) var entries: [Entry] = []
    private var waitingChannels: Set<ChannelID> = []
    /// The inserted deliveries, in order.
    var deliveries: [Delivery] = []
    /// The counts of the rows stored so far.
    var counts = StoreCounts()
    private var handedOn: Set<HandedOn> = []
    private var signals: [AsyncSignal] = []
    private var actions: [() -> Void] = []

    init(_ database: any SQLSession) { self.database = database }

    /// The rows that a transaction hands on in memory.
    enum HandedOn { case entries, deliveries }

    /// Begins a write of the transaction.
    func begin(_ decisions: WriteDecisions) {
        self.decisions = decisions
        hasAppended = false
    }

    /// Adds an entry that waits for its turn.
    func wait(_ entry: Entry) {
        entries.append(entry)
        waitingChannels.insert(entry.channel)
    }

    /// Returns whether an entry of a channel was appended that waits for its turn. Later entries of the channel wait for it.
    func isWaiting(_ channel: ChannelID) -> Bool { waitingChannels.contains(channel) }

    /// Sends a signal once the transaction is durable.
    func signal(_ signal: AsyncSignal) {
        if !signals.contains(where: { $0 === signal }) { signals.append(signal) }
    }

    /// Performs an action once the transaction is durable, on the writer's thread and before any signal is sent.
    func afterCommit(_ action: @escaping () -> Void) { actions.append(action) }

    /// Performs an action once the transaction is durable, however often it is requested for the same rows.
    func handOn(_ rows: HandedOn, _ action: @escaping () -> Void) {
        if handedOn.insert(rows).inserted { afterCommit(action) }
    }

    func committed() {
        for action in actions { action() }
        for signal in signals { signal.signal() }
    }
}
