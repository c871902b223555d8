import AsyncSupport
import ChatModel
import ConnectorKit
import Logging
import MezonClient
import ServiceLifecycle
import Storage
import Synchronization

/// Loads the members of all clans into the directory each time a connection becomes ready, concurrently with other work.
final class MemberSyncService: Service {
    /// Opens once the first lists are loaded or known to be unavailable.
    let isLoaded = AsyncGate()
    private let reader: ClanReader
    private let store: Store
    private let accounts: AccountLookupService?
    /// The users that the configuration names.
    private let named: [UserID]
    private let time: any TimeSource
    private let logger: Logger
    private let asked = Mutex<[ClanID]>([])
    private let wakeup = AsyncSignal()
    private let hasReportedRefusal = OneShotFlag()
    private let maxAttempts = 3

    /// - Parameters:
    ///   - accounts: Looks up users with a role and named users, which may be applications.
    ///   - named: The users that the configuration names.
    init(
        reader: ClanReader, store: Store, accounts: AccountLookupService? = nil, named: [UserID] = [], time: any TimeSource,
        logger: Logger
    ) {
        self.reader = reader
        self.store = store
        self.accounts = accounts
        self.named = named
        self.time = time
        self.logger = logger
    }

    /// Queues the listing of clans and returns at once. A clan that is already queued is listed once.
    func ask(for clans: [ClanID]) {
        asked.withLock { asked in asked += clans.filter { !asked.contains($0) } }
        wakeup.signal()
    }

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            do {
                for await _ in self.wakeup.signals {
                    let clans = self.asked.withLock { asked in
                        defer { asked = [] }
                        return asked
                    }
                    for clan in clans { try await self.list(clan) }
                    let holders = clans.flatMap { self.store.directory.members(of: $0) }.filter { !$0.roles.isEmpty }.map(\.user)
                    try await self.accounts?.identify(self.named + holders)
                    self.isLoaded.open()
                }
            } catch is CancellationError {}
        }
    }

    private func list(_ clan: ClanID) async throws {
        store.directory.beginListing(of: clan)
        defer { store.directory.abandonListing(of: clan) }
        // Roles are loaded first: the member list may omit roles, and roles are useful without their users.
        let listed = try await repeated { try await self.reader.roles(of: clan) }
        guard
            let list = try await repeated({
                try await self.reader.membersAndNames(of: clan, holders: listed?.holders ?? [:])
            })
        else { return }
        try await store.directory.finishListing(of: clan, members: list.members, roles: listed?.roles, names: list.names)
        logger.debug("Members listed", metadata: ["clan.id": "\(clan)", "clan.members": "\(list.members.count)"])
    }

    /// Retries transient errors. Returns nil if the call is refused, which is logged once.
    private func repeated<Value: Sendable>(_ call: () async throws -> Value) async throws -> Value? {
        do {
            return try await withRetries(maxAttempts, time: time, if: { ($0 as? SessionError)?.isTemporary == true }) {
                try await call()
            }
        } catch let error as SessionError {
            if hasReportedRefusal.trySet() {
                logger.warning(
                    "Member lists unavailable: members are known from events only", metadata: ["session.error": "\(error)"])
            }
            return nil
        }
    }
}
