import AsyncSupport
import Storage
import Synchronization

/// The connection that writes.
final class PostgreSQLWriter: SQLWriter {
    private let session: Mutex<PostgreSQLSession>
    private let location: PostgreSQLLocation
    private let commits: CommitSignals

    init(_ location: PostgreSQLLocation, commits: CommitSignals) {
        self.location = location
        self.commits = commits
        session = Mutex(
            PostgreSQLSession(.writing) {
                let connection = try location.connect(for: "writer")
                try location.lock(on: connection)
                return connection
            })
    }

    func withSession(_ body: (any SQLWriterSession) -> Void) { session.withLock { body($0) } }

    func maintain(_ session: any SQLWriterSession) { commits.signal() }

    /// Creates the schema and its tables if there are none, and takes the store.
    func prepareTables(isMigrating: Bool) throws {
        try session.withLock { session in
            try session.takeStore {
                if try session.hasTable(PostgreSQLSchema.versionTable) {
                    try PostgreSQLSchema.verifyVersion(in: session, location.schema, isMigrating: isMigrating)
                } else {
                    // Without the schema there is no current one, and creating it needs a right that others need not have.
                    if try (session.value("SELECT current_schema()") as String?) != location.schema {
                        try session.execute(script: "CREATE SCHEMA \"\(location.schema)\"")
                    }
                    try session.execute(script: "\(PostgreSQLSchema.functions)\n\(PostgreSQLSchema.tables)")
                }
            }
        }
    }

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
