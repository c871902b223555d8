import AsyncSupport
import BotConfiguration
import ChatModel
import Foundation
import Logging
import PostgreSQLStorage
import RuleEngine
import Storage
import Synchronization

/// Waits for the lease of a store on a server. While another process has it, this one stands by: it answers `status` and takes over.
struct Standby: Sendable {
    let server: ServerSettings
    let node: ClusterNode
    let rules: RuleSet
    /// The data directory, in which commands can request the status meanwhile.
    let folder: String
    /// Told that the process stands by.
    var serviceManager: ServiceManager?
    let time: DatabaseClock
    let logger: Logger

    /// The thing that the process waits for.
    private final class Wait: Sendable {
        let hasBegun = AsyncGate()
        private let state = Mutex<LeaseWait?>(nil)

        /// - Returns: Whether it is another one than before.
        func note(_ wait: LeaseWait) -> Bool {
            let isNew = state.withLock { state in
                defer { state = wait }
                return state?.text != wait.text
            }
            hasBegun.open()
            return isNew
        }

        var text: String { state.withLock { $0?.text } ?? LeaseWait.free.text }
    }

    /// - Throws: `StorageError.server`; `CancellationError`.
    func lease() async throws -> PostgreSQLLease {
        let wait = Wait()
        let startedAt = time.now
        return try await withThrowingTaskGroup(of: PostgreSQLLease?.self) { group in
            group.addTask {
                try await PostgreSQLLease.wait(
                    url: server.url.reveal(), schema: server.schema, as: node, time: time
                ) { [logger, node] reason in
                    guard wait.note(reason) else { return }
                    var metadata: Logger.Metadata = ["cluster.node": "\(node.name)"]
                    if case .server(let error) = reason { metadata["storage.error"] = "\(error)" }
                    logger.info("Standing by: \(reason.text)", metadata: metadata)
                }
            }
            group.addTask {
                try await wait.hasBegun.waitUntilOpen()
                let health = HealthMonitor(startedAt: startedAt)
                let server = AdminSocketServer(folder: folder, health: health, logger: logger) { request in
                    await answer(request, startedAt, wait)
                }
                try await server.run()
                return nil
            }
            group.addTask {
                try await wait.hasBegun.waitUntilOpen()
                // As ready as it can be: the manager need not start it again.
                let reporter = serviceManager.map { ServiceManagerReporter(manager: $0, time: time) }
                await reporter?.report("Standing by")
                return nil
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                guard let lease = result else { continue }
                logger.info(
                    "Lease taken",
                    metadata: [
                        "cluster.node": "\(node.name)", "cluster.epoch": "\(lease.epoch)", "cluster.reason": "\(lease.reason)",
                    ])
                return lease
            }
            throw CancellationError()
        }
    }

    private func problems(of cluster: Result<Cluster, StorageError>) -> [String] {
        let clock = time.difference.map { [StatusReport.words(forClock: $0)] } ?? []
        switch cluster {
        case .success(let cluster): return clock + (cluster.active == nil ? ["no node runs the bot"] : [])
        case .failure(let error): return clock + [error.description]
        }
    }

    private func answer(_ request: AdminRequest, _ startedAt: Date, _ wait: Wait) async -> AdminReply {
        let active = wait.text
        guard case .health = request else {
            return AdminReply(
                ["this node stands by; \(active): give the command on its machine"], isRefused: true)
        }
        let cluster = await ClusterReader(server, time: time).cluster()
        let problems = problems(of: cluster)
        let report = StatusReport(
            pid: ProcessInfo.processInfo.processIdentifier, startedAt: startedAt, now: time.now,
            connection: "not connected: \(active)", isConnected: false, isStandby: true, rules: .init(rules), store: nil,
            degraded: problems.isEmpty ? [] : [.init(part: "store", lines: problems)], suspendedBots: [:],
            cluster: try? cluster.get())
        return AdminReply([report.human()], health: report)
    }
}

extension LeaseWait {
    fileprivate var text: String {
        switch self {
        case .held(let node): "\(node) runs the bot"
        case .free: "no node runs the bot"
        case .drained: "this node is drained, and takes the bot after `mezon-bot cluster resume`"
        case .server(let error): "the database server cannot be asked (\(error))"
        }
    }
}
