import AsyncSupport
import GRDB

/// A write transaction that the stores share. The signals that it collects are sent once it is durable.
final class Transaction {
    let database: Database
    private var signals: [AsyncSignal] = []
    private var actions: [() -> Void] = []

    init(_ database: Database) { self.database = database }

    /// Sends a signal once the transaction is durable.
    func signal(_ signal: AsyncSignal) {
        if !signals.contains(where: { $0 === signal }) { signals.append(signal) }
    }

    /// Performs an action once the transaction is durable, on the writer's thread and before any signal is sent.
    func afterCommit(_ action: @escaping () -> Void) { actions.append(action) }

    func committed() {
        for action in actions { action() }
        for signal in signals { signal.signal() }
    }
}
