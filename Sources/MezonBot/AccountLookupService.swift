import Logging
import MezonModel
import MezonSession
import MezonSocket
import Persistence
import ServiceLifecycle
import Synchronization

/// Asks the server about accounts of which no event has said whether they are applications, each once.
///
/// Those who hold a role are asked for when a clan was listed, everybody else when they first do something. Until the server has
/// answered, an account counts as a person without a role; where it refuses to tell, all that are left count as people.
final class AccountLookupService: Service {
    private struct State {
        var waiting: [UserID] = []
        var isWaiting: Set<UserID> = []
        /// Set for as long as the process lives once the server has refused to tell.
        var isRefused = false
    }

    private let reader: ClanReader
    private let store: Store
    private let time: any TimeSource
    private let logger: Logger
    private let state = Mutex(State())
    private let bell = AsyncSignal()
    private let mostWaiting = 10_000  // Whoever is not remembered here is asked for when they do something again.
    private let mostTries = 3

    init(reader: ClanReader, store: Store, time: any TimeSource, logger: Logger) {
        self.reader = reader
        self.store = store
        self.time = time
        self.logger = logger
    }

    /// Asks for those of whom nothing is known yet; returns at once.
    func ask(about users: some Sequence<UserID>) {
        let unknown = users.filter { isUnknown($0) }
        guard !unknown.isEmpty else { return }
        state.withLock { state in
            for user in unknown where state.waiting.count < mostWaiting && state.isWaiting.insert(user).inserted {
                state.waiting.append(user)
            }
        }
        bell.ring()
    }

    /// Asks for those of whom nothing is known yet; returns when the server has answered, or is away.
    func identify(_ users: some Sequence<UserID>) async throws {
        for user in users where isUnknown(user) { try await lookUp(user) }
    }

    private func isUnknown(_ user: UserID) -> Bool {
        !user.isNone && [nil, .unidentified].contains(store.kind(of: user))
    }

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            do {
                for await _ in self.bell.rings { try await self.lookUp() }
            } catch is CancellationError {}
        }
    }

    private func lookUp() async throws {
        while let user = state.withLock({ $0.waiting.first }) {
            if isUnknown(user) { try await lookUp(user) }
            state.withLock { state in
                state.waiting.removeFirst()
                state.isWaiting.remove(user)
            }
        }
    }

    private func lookUp(_ user: UserID) async throws {
        guard let kind = try await kind(of: user) else { return }
        if kind == .application { logger.info("Application recognised", metadata: ["account.id": "\(user)"]) }
        try await store.note([user: kind])
    }

    /// Nil where the server is away: the account is asked for when it does something again.
    private func kind(of user: UserID) async throws -> AccountKind? {
        if state.withLock({ $0.isRefused }) { return .person }
        var backoff = Backoff()
        var random = SystemRandomNumberGenerator()
        for attempt in 1... {
            do {
                return try await reader.kind(of: user)
            } catch let error as SessionError {
                if error.isOfNobody {
                    state.withLock { $0.isRefused = true }
                    logger.warning(
                        "Applications cannot be told from people: only those that join from now on are recognised",
                        metadata: ["session.error": "\(error)"])
                    return .person
                }
                guard error.mayPass, attempt < mostTries else {
                    // An answer that names no application is all that the server has to say of this account.
                    if case .callRefused = error { return .person }
                    return nil
                }
                try await time.sleep(for: backoff.next(using: &random))
            }
        }
        return nil
    }
}

extension SessionError {
    /// Whether the server tells this of nobody: permission denied and unimplemented, in gRPC's codes and in HTTP's.
    fileprivate var isOfNobody: Bool {
        guard case .callRefused(_, let status, let code, _) = self else { return false }
        return [7, 12].contains(code) || [403, 501].contains(status) || status == 404 && code == 0
    }
}
