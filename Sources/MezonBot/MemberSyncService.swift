import Logging
import MezonModel
import MezonSession
import MezonSocket
import Persistence
import ServiceLifecycle
import Synchronization

/// Reads the members of every clan into the directory whenever a connection has become ready, beside everything else.
final class MemberSyncService: Service {
    /// Open once the first lists are read, or cannot be had.
    let isOver = AsyncGate()
    private let reader: ClanReader
    private let store: Store
    private let accounts: AccountLookupService?
    /// Those whom the configuration names.
    private let named: [UserID]
    private let time: any TimeSource
    private let logger: Logger
    private let asked = Mutex<[ClanID]>([])
    private let bell = AsyncSignal()
    private let isFirstRefusal = OneShotFlag()
    private let mostTries = 3

    /// - Parameters:
    ///   - accounts: asked about those who hold a role or are named: they may be applications.
    ///   - named: those whom the configuration names.
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

    /// Asks for the members of these clans; returns at once. Who asks again before their turn has come asks once.
    func ask(for clans: [ClanID]) {
        asked.withLock { asked in asked += clans.filter { !asked.contains($0) } }
        bell.ring()
    }

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            do {
                for await _ in self.bell.rings {
                    let clans = self.asked.withLock { asked in
                        defer { asked = [] }
                        return asked
                    }
                    for clan in clans { try await self.list(clan) }
                    let holders = clans.flatMap { self.store.members(of: $0) }.filter { !$0.roles.isEmpty }.map(\.user)
                    try await self.accounts?.identify(self.named + holders)
                    self.isOver.open()
                }
            } catch is CancellationError {}
        }
    }

    private func list(_ clan: ClanID) async throws {
        store.beginListing(of: clan)
        defer { store.abandonListing(of: clan) }
        // Roles first: a list of members may leave out who holds which, and a role is of use without its holders.
        let listed = try await repeated { try await self.reader.roles(of: clan) }
        guard
            let list = try await repeated({
                try await self.reader.membersAndNames(of: clan, holders: listed?.holders ?? [:])
            })
        else { return }
        try await store.finishListing(of: clan, members: list.members, roles: listed?.roles, names: list.names)
        logger.debug("Members listed", metadata: ["clan.id": "\(clan)", "clan.members": "\(list.members.count)"])
    }

    /// What may pass is tried again; nil for what is refused, which is noted once.
    private func repeated<Value: Sendable>(_ call: () async throws -> Value) async throws -> Value? {
        var backoff = Backoff()
        var random = SystemRandomNumberGenerator()
        for attempt in 1... {
            do {
                return try await call()
            } catch let error as SessionError {
                guard error.mayPass, attempt < mostTries else {
                    if isFirstRefusal.isNow {
                        logger.warning(
                            "Members cannot be listed: what is known of them comes from events alone",
                            metadata: ["session.error": "\(error)"])
                    }
                    return nil
                }
                try await time.sleep(for: backoff.next(using: &random))
            }
        }
        return nil
    }
}
