import AsyncSupport
import Storage
import Synchronization

/// The connection that writes.
final class PostgreSQLWriter: SQLWriter {
    /// Settings by which statements find their rows by keys. They are planned once, also while the tables are empty or their statistics
    /// old, and the plan of an empty table would read the whole one.
    private static let planning = """
        SET enable_seqscan = off;
        SET enable_hashjoin = off;
        SET enable_mergejoin = off;
        SET random_page_cost = 0;
        """

    private let session: Mutex<PostgreSQLSession>
    private let commits: CommitSignals

    init(_ lease: PostgreSQLLease, _ ciphers: StoreCiphers, commits: CommitSignals) {
        self.commits = commits
        let location = lease.location
        session = Mutex(
            PostgreSQLSession(.writing, ciphers, from: lease.position, fenced: { lease.end(.lost($0)) }) {
                if lease.isLost { throw PostgreSQLError.fenced }
                let connection = try location.connect(for: "writer")
                try connection.execute(script: Self.planning)
                try location.lock(on: connection) { lease.isLost }
                return connection
            })
    }

    func withSession(_ body: (any SQLWriterSession) -> Void) { session.withLock { body($0) } }

    func maintain(_ session: any SQLWriterSession) { commits.signal() }

    func close() { session.withLock { $0.close() } }
}

/// Signals to subscriptions that something was committed.
final class CommitSignals: Sendable {
    /// A subscription, which ends with this object.
    final class Registration: Sendable {
        let signal = AsyncSignal()
        private let ended: @Sendable (ObjectIdentifier) -> Void

        init(ended: @escaping @Sendable (ObjectIdentifier) -> Void) { self.ended = ended }

        deinit { ended(ObjectIdentifier(signal)) }
    }

    private let signals = Mutex<[ObjectIdentifier: AsyncSignal]>([:])

    func register() -> Registration {
        let registration = Registration { [weak self] id in
            self?.signals.withLock { _ = $0.removeValue(forKey: id) }
        }
        signals.withLock { $0[ObjectIdentifier(registration.signal)] = registration.signal }
        return registration
    }

    func signal() {
        for signal in signals.withLock({ Array($0.values) }) { signal.signal() }
    }

    func finish() {
        for signal in signals.withLock({ Array($0.values) }) { signal.finish() }
    }
}
