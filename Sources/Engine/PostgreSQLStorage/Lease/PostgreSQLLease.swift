import AsyncSupport
import ChatModel
import Dispatch
package import Foundation
package import Storage
import Synchronization

/// The lease of a store on a server, which a thread renews until it is released or lost.
package final class PostgreSQLLease: StoreLease {
    private struct State {
        /// The uptimes between which the process may act outside.
        var validFrom: Duration
        var validUntil: Duration
        var ending: LeaseEnding?
        var isReleased = false
    }

    let location: PostgreSQLLocation
    /// The place in the store's history at which it was taken.
    let position: PostgreSQLSession.Position
    /// The clock of the previous process, and the uptime at which it was read.
    private let predecessor: (clock: Date, uptime: Duration)?
    /// The number of times that the lease of the store was taken.
    package var epoch: Int64 { position.epoch }
    /// The reason for which it came to this process.
    package let reason: String
    private let node: ClusterNode
    private let session: Mutex<LeaseSession>
    private let time: DatabaseClock
    private let state: Mutex<State>
    private let wakeup = DispatchSemaphore(value: 0)
    private let threadEnd = DispatchSemaphore(value: 0)

    private init(
        _ session: consuming sending LeaseSession, _ grant: LeaseSession.Grant, since began: Duration, time: DatabaseClock
    ) {
        location = session.location
        node = session.node
        position = grant.position
        predecessor = grant.predecessorTime.map { ($0, time.uptime) }
        reason = grant.reason
        self.time = time
        self.session = Mutex(session)
        state = Mutex(
            State(
                validFrom: grant.isAbrupt ? time.uptime + LeaseTerms.handover : began, validUntil: began + LeaseTerms.validity))
        // Weakly: a store that is dropped without being closed drops its lease.
        Thread { [weak self, wakeup, threadEnd] in
            var next = began
            repeat {
                // By the beginning of the last renewal, so that a slow one does not use up the time for which it is valid.
                let now = time.uptime
                next = min(max(next + LeaseTerms.renewalInterval, now), now + LeaseTerms.renewalInterval)
                _ = wakeup.wait(timeout: .now() + .milliseconds(Int((next - now).milliseconds)))
            } while self?.renew() ?? false
            threadEnd.signal()
        }
        .start()
    }

    package var clockDifference: Duration? { time.difference }

    package var predecessorTime: Date? {
        predecessor.map { $0.clock + (time.uptime - $0.uptime) / .seconds(1) }
    }

    package var isCurrent: Bool {
        let now = time.uptime
        return state.withLock { state in
            if case .lost? = state.ending { return false }
            return state.validFrom <= now && now < state.validUntil
        }
    }

    /// A Boolean value that indicates whether nothing can be written any more.
    var isLost: Bool { if case .lost? = ending { true } else { false } }

    package var ending: LeaseEnding? { state.withLock { $0.ending } }

    package func waitForEnding() async throws -> LeaseEnding {
        while true {
            if let ending { return ending }
            try await time.sleep(for: .milliseconds(20))
        }
    }

    package func waitForLapse() async throws {
        while true {
            let now = time.uptime
            let hasLapsed = state.withLock { state in
                if case .lost? = state.ending { return true }
                return now > state.validUntil + LeaseTerms.lapse
            }
            if hasLapsed { return }
            try await time.sleep(for: .milliseconds(20))
        }
    }

    package func waitUntilCurrent() async throws {
        while !isCurrent { try await time.sleep(for: .milliseconds(20)) }
    }

    func end(_ ending: LeaseEnding) {
        state.withLock { state in
            // A process that is to hand the bot over may lose it before it has.
            if case .lost? = state.ending { return }
            state.ending = ending
        }
    }

    /// Gives the lease up, so that another process can take it at once.
    package func release() {
        state.withLock { $0.isReleased = true }
        wakeup.signal()
        // A server that does not answer keeps the lease until it expires.
        _ = threadEnd.wait(timeout: .now() + .seconds(2))
    }

    /// Renews the lease, or releases it. Returns false at the end.
    private func renew() -> Bool {
        let (ending, isReleased) = state.withLock { ($0.ending, $0.isReleased) }
        guard !isReleased else {
            let reason = if case .requested(let reason)? = ending { reason } else { "\(node.name) stopped" }
            session.withLock { session in
                // A server that does not answer keeps the lease until it expires.
                try? session.release(position.epoch, because: reason, isLeaving: ending == nil)
            }
            return false
        }
        if case .lost? = ending {
            session.withLock { $0.disconnect() }
            return false
        }
        let began = time.uptime
        do {
            switch try session.withLock({ try $0.renew(position.epoch) }) {
            case .renewed(let request):
                state.withLock { $0.validUntil = began + LeaseTerms.validity }
                if let request, ending == nil { end(request) }
                try session.withLock { try $0.report() }
            case .lost(let reason): end(.lost(reason))
            }
        } catch let error as StorageError {
            end(.lost("\(error)"))
        } catch {
            // The server is gone or has no room; until it is back the lease is not current.
        }
        return true
    }
}

/// The thing that a process which wants a lease waits for.
package enum LeaseWait: Hashable, Sendable {
    /// Another node has it.
    case held(by: String)
    /// No node has it, and this one may not take it yet.
    case free
    /// This node is drained.
    case drained
    /// The server does not answer, for a reason.
    case server(String)
}

extension PostgreSQLLease {
    /// The time for which a command waits for the lock of a process that has just ended.
    private static let commandWait = Duration.seconds(5)
    /// The time for which the name of a process that has just ended may still be taken.
    private static let nameWait = Duration.seconds(2)

    /// Waits for the lease of a store, as a node that stands by.
    ///
    /// - Parameters:
    ///   - url: A connection URI, such as `postgresql://user@host/database`.
    ///   - schema: The schema of the tables, which are created if there are none.
    ///   - waiting: Called repeatedly with what the process waits for.
    /// - Throws: `StorageError.server`, for example if the server cannot be reached at first, for tables of a later version, or if another
    ///   node has the name; `CancellationError`.
    package static func wait(
        url: String, schema: String, as node: ClusterNode, time: DatabaseClock, waiting: @escaping @Sendable (LeaseWait) -> Void
    ) async throws -> PostgreSQLLease {
        let location = try PostgreSQLLocation(url: url, schema: schema)
        let flag = CancellationFlag()
        return try await onDedicatedThread(cancelling: flag) {
            try location.translating {
                let session = LeaseSession(location, node: node, time: time)
                let start = time.uptime
                var isConnected = false
                while !flag.isCancelled {
                    let began = time.uptime
                    do {
                        switch try session.attempt(standsBy: true) {
                        case .taken(let grant): return PostgreSQLLease(session, grant, since: began, time: time)
                        case .waiting(let reason): waiting(reason)
                        }
                        isConnected = true
                    } catch let error as PostgreSQLError where error.isTemporary && isConnected {
                        waiting(.server(error.description))
                    } catch let error as StorageError where began > start + nameWait || error == .laterVersion(schema) {
                        throw error
                    } catch is StorageError {}
                    pause()
                }
                try? session.withdraw()
                throw CancellationError()
            }
        }
    }

    /// Takes the lease of a store that no process has.
    ///
    /// - Parameter isMigrating: A Boolean value that indicates whether a store is copied to it, so that an incomplete copy is accepted.
    /// - Throws: `StorageError.server`, for example if a process runs the bot.
    package static func take(
        url: String, schema: String, as node: ClusterNode, time: DatabaseClock, isMigrating: Bool = false
    ) throws -> PostgreSQLLease {
        let location = try PostgreSQLLocation(url: url, schema: schema)
        return try location.translating {
            let session = LeaseSession(location, node: node, time: time, isMigrating: isMigrating)
            let start = time.uptime
            var holder = "another process"
            while time.uptime < start + commandWait {
                let began = time.uptime
                switch try session.attempt(standsBy: false) {
                case .taken(let grant):
                    try session.compareClocks()
                    return PostgreSQLLease(session, grant, since: began, time: time)
                case .waiting(.held(let node)): holder = node
                case .waiting: break
                }
                pause()
            }
            throw StorageError.server(schema: schema, reason: "\(holder) uses it; stop all nodes first")
        }
    }

    private static func pause() { usleep(UInt32(LeaseTerms.attemptInterval.milliseconds) * 1000) }
}
