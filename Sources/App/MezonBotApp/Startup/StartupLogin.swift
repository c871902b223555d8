import AsyncSupport
import ChatModel
import Foundation
import Logging
import MezonClient
import Moderation
import RuleEngine
import Storage
import Synchronization

/// Logs in before any service starts, so that a wrong token or address results in one error message instead of a log.
struct StartupLogin: Sendable {
    /// The number of attempts without waiting: half a minute at most, because each ends after seven seconds.
    private static let tries = 3

    let client: SessionClient
    let store: Store
    let rules: RuleSet
    let gateway: String
    /// The data directory, in which commands can request the status meanwhile.
    let folder: String
    let timeZone: TimeZone
    /// A Boolean value that indicates whether it retries until a gateway responds.
    let waits: Bool
    /// Told when the login has to wait for the gateway.
    var serviceManager: ServiceManager?
    let time: any TimeSource
    let logger: Logger

    /// The number of attempts and the reason of the last failure.
    private final class Tries: Sendable {
        private let state = Mutex((count: 0, reason: ""))

        var description: String { state.withLock { "\($0.reason) (\($0.count) \($0.count == 1 ? "attempt" : "attempts"))" } }

        func note(_ error: SessionError) {
            state.withLock { $0 = ($0.count + 1, "\(error)") }
        }
    }

    /// - Throws: `ApplicationError.loginRefused`, `.gatewayUnreachable`; `CancellationError`.
    func session() async throws -> Session {
        let tries = Tries()
        var backoff = Backoff()
        for _ in 1...(waits ? 1 : Self.tries) {
            if let session = try await attempt(tries) { return session }
            if !waits { try await pause(&backoff) }
        }
        guard waits else {
            throw ApplicationError.gatewayUnreachable(
                "\(gateway): \(tries.description); check bot.gateway and this machine's network, or start with --wait")
        }
        let startedAt = time.now
        return try await withThrowingTaskGroup(of: Session?.self) { group in
            group.addTask {
                let health = HealthMonitor(startedAt: startedAt)
                let server = AdminSocketServer(folder: folder, health: health, logger: logger) { request in
                    await answer(request, startedAt, tries)
                }
                try await server.run()
                return nil
            }
            group.addTask {
                // The application is ready as far as this machine is concerned: the manager need not start it again.
                let reporter = serviceManager.map { ServiceManagerReporter(manager: $0, time: time) }
                await reporter?.report("Waiting for \(gateway)")
                return nil
            }
            group.addTask {
                var backoff = Backoff(longest: .seconds(5))  // The load of one machine is negligible.
                while true {
                    try await pause(&backoff)
                    if let session = try await attempt(tries) { return session }
                }
            }
            defer { group.cancelAll() }
            while let result = try await group.next() { if let session = result { return session } }
            throw CancellationError()
        }
    }

    /// Attempts a login. Returns nil after a transient error.
    private func attempt(_ tries: Tries) async throws -> Session? {
        do {
            return try await client.sessions.session()
        } catch let error as SessionError {
            guard !error.isFinal else { throw ApplicationError.loginRefused("\(error)") }
            tries.note(error)
            logger.warning("Login failed, retrying", metadata: ["session.error": "\(error)"])
            return nil
        }
    }

    private func pause(_ backoff: inout Backoff) async throws {
        var random = SystemRandomNumberGenerator()
        try await time.sleep(for: backoff.next(using: &random))
    }

    private func answer(_ request: AdminRequest, _ startedAt: Date, _ tries: Tries) async -> AdminReply {
        let connection =
            "\(gateway): connecting since \(startedAt.stamp(in: timeZone)): \(tries.description)"
        guard case .health = request else {
            return AdminReply(["the bot is still connecting (\(connection)); try again once it is connected"], isRefused: true)
        }
        do {
            let report = StatusReport(
                pid: ProcessInfo.processInfo.processIdentifier, startedAt: startedAt, now: time.now, connection: connection,
                isConnected: false, isStarting: true, rules: .init(rules), store: try await .init(store), degraded: [],
                suspendedBots: [:])
            return AdminReply([report.human()], health: report)
        } catch {
            return AdminReply(["\(error)"], isRefused: true)
        }
    }
}
