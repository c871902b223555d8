import AsyncSupport
import ChatModel
import Logging
import MezonClient
import MezonProtocol
import ServiceLifecycle
import SwiftProtobuf
import Synchronization

/// Registers the commands of bots in Mezon's `/` menu, each time a connection becomes ready, and removes those that are gone.
///
/// The list of the server decides, so that nothing is registered twice. If it does not list what it has accepted, nothing more is
/// registered.
final class QuickMenuService: Service {
    private static let alreadyExists = 6  // gRPC codes (Documentation/Protocol.md §2.4).
    private static let notFound = 5
    private static let maxEntries = 200  // More would take minutes at one call a second.

    private let client: SessionClient
    private let rateLimiter: ReadRateLimiter
    private let me: UserID
    private let plan: @Sendable (Set<ClanID>) -> Set<QuickMenuEntry>
    private let time: any TimeSource
    private let logger: Logger
    private let asked = Mutex<Set<ClanID>>([])
    private let wakeup = AsyncSignal()

    /// - Parameter plan: Returns the entries that the commands of bots should have in some clans.
    init(
        client: SessionClient, rateLimiter: ReadRateLimiter, me: UserID, time: any TimeSource, logger: Logger,
        plan: @escaping @Sendable (Set<ClanID>) -> Set<QuickMenuEntry>
    ) {
        self.client = client
        self.rateLimiter = rateLimiter
        self.me = me
        self.plan = plan
        self.time = time
        self.logger = logger
    }

    /// Queues the comparison of clans and returns at once.
    func ask(for clans: some Sequence<ClanID>) {
        asked.withLock { $0.formUnion(clans) }
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
                    if !clans.isEmpty { try await self.update(clans) }
                }
            } catch is CancellationError {}
        }
    }

    /// Compares the entries of some clans with the server, and registers and removes what differs.
    func update(_ clans: Set<ClanID>) async throws {
        let planned = plan(clans)
        guard planned.count <= Self.maxEntries else {
            return logger.warning(
                "Commands not registered: too many for the menu",
                metadata: ["menu.entries": "\(planned.count)", "menu.limit": "\(Self.maxEntries)"])
        }
        do {
            var listed: [ApiQuickMenuAccess] = []
            for channel in Set(planned.map(\.channel)).union([0]).sorted() {
                for kind in QuickMenuEntry.Kind.allCases { listed += try await list(kind, in: channel) }
            }
            let difference = QuickMenuDifference(planned, listed: listed, in: clans, of: me)
            for (index, entry) in difference.missing.enumerated() {
                try await call(.addQuickMenuAccess, entry.registration(by: me), accepting: Self.alreadyExists)
                guard index == 0 else { continue }
                let isListed = try await list(entry.kind, in: entry.channel).contains {
                    $0.menuName == entry.name && $0.botID == me.rawValue
                }
                guard isListed else {
                    return logger.warning("Commands not registered: the server does not list what it has accepted")
                }
                // The others take the places of those that they replace, so that a limit of the server suffices for either.
                for entry in difference.replaced {
                    try await call(.deleteQuickMenuAccess, entry.removal(by: me), accepting: Self.notFound)
                }
            }
            for entry in difference.stale where !difference.replaced.contains(entry) || difference.missing.isEmpty {
                try await call(.deleteQuickMenuAccess, entry.removal(by: me), accepting: Self.notFound)
            }
            logger.debug(
                "Commands registered",
                metadata: ["menu.added": "\(difference.missing.count)", "menu.removed": "\(difference.stale.count)"])
        } catch let error as SessionError {
            logger.warning("Commands not registered", metadata: ["session.error": "\(error)"])
        }
    }

    private func list(_ kind: QuickMenuEntry.Kind, in channel: ChannelID) async throws -> [ApiQuickMenuAccess] {
        try await repeated {
            try await self.client.call(
                .listQuickMenuAccess, QuickMenuEntry.list(kind, in: channel, of: self.me), as: ApiQuickMenuAccessList.self
            ).listMenus
        }
    }

    /// - Parameter code: The code of a refusal that means that nothing is left to do.
    private func call(_ rpc: RPC, _ request: ApiQuickMenuAccess, accepting code: Int) async throws {
        do {
            try await repeated { _ = try await self.client.call(rpc, request.wireBytes) }
        } catch SessionError.callRefused(_, _, code, _) {
            // It is there, or gone, already.
        }
    }

    /// Retries transient errors. Repeating is safe: an entry has the same id every time.
    private func repeated<Value: Sendable>(_ call: () async throws -> Value) async throws -> Value {
        try await withRetries(3, time: time, if: { ($0 as? SessionError)?.isTemporary == true }) {
            try await rateLimiter.wait()
            return try await call()
        }
    }
}
