import AsyncSupport
import ChatModel
import Logging
import MezonClient
import ServiceLifecycle
import Storage
import Synchronization

/// Requests the kind of each account that no event has identified as a person or an application, once for each account.
///
/// Accounts with a role are looked up after a clan is listed, others when they first act. Until the server responds, an account
/// counts as a person without a role. If the server refuses, all remaining accounts count as people.
final class AccountLookupService: Service {
    private struct State {
        var waiting: [UserID] = []
        var isWaiting: Set<UserID> = []
        /// A Boolean value that indicates whether the server refuses such requests; it stays set for the life of the process.
        var isRefused = false
    }

    private let reader: ClanReader
    private let store: Store
    private let time: any TimeSource
    private let logger: Logger
    private let state = Mutex(State())
    private let wakeup = AsyncSignal()
    private let maxWaiting = 10_000  // An account beyond this limit is looked up the next time it acts.
    private let maxAttempts = 3

    init(reader: ClanReader, store: Store, time: any TimeSource, logger: Logger) {
        self.reader = reader
        self.store = store
        self.time = time
        self.logger = logger
    }

    /// Queues the accounts whose kind is unknown. Returns at once.
    func ask(about users: some Sequence<UserID>) {
        let unknown = users.filter { isUnknown($0) }
        guard !unknown.isEmpty else { return }
        state.withLock { state in
            for user in unknown where state.waiting.count < maxWaiting && state.isWaiting.insert(user).inserted {
                state.waiting.append(user)
            }
        }
        wakeup.signal()
    }

    /// Looks up the accounts whose kind is unknown. Returns when the server has responded or is unavailable.
    func identify(_ users: some Sequence<UserID>) async throws {
        for user in users where isUnknown(user) { try await lookUp(user) }
    }

    private func isUnknown(_ user: UserID) -> Bool {
        !user.isNone && [nil, .unidentified].contains(store.directory.kind(of: user))
    }

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            do {
                for await _ in self.wakeup.signals { try await self.lookUp() }
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
        if kind == .application { logger.info("Application recognized", metadata: ["account.id": "\(user)"]) }
        try await store.directory.note([user: kind])
    }

    /// Requests the kind of an account. Returns nil if the server is unavailable; the account is looked up again when it acts.
    private func kind(of user: UserID) async throws -> AccountKind? {
        if state.withLock({ $0.isRefused }) { return .person }
        do {
            let isTransient = { (error: any Error) in
                (error as? SessionError).map { $0.isTemporary && !$0.isOfNobody } ?? false
            }
            return try await withRetries(maxAttempts, time: time, if: isTransient) { try await reader.kind(of: user) }
        } catch let error as SessionError {
            if error.isOfNobody {
                state.withLock { $0.isRefused = true }
                logger.warning(
                    "Account kinds unavailable: applications are recognized only when they join",
                    metadata: ["session.error": "\(error)"])
                return .person
            }
            // A response without an application is all that the server provides for this account.
            if case .callRefused = error { return .person }
            return nil
        }
    }
}

extension SessionError {
    /// A Boolean value that indicates whether the server refuses such requests for every account: permission denied and
    /// unimplemented, as gRPC or HTTP codes.
    fileprivate var isOfNobody: Bool {
        guard case .callRefused(_, let status, let code, _) = self else { return false }
        return [7, 12].contains(code) || [403, 501].contains(status) || status == 404 && code == 0
    }
}
