import AsyncSupport
import ChatModel
import Logging
import NIOCore
import Synchronization

extension MezonConnection {
    /// Connects, joins and reconnects after every loss, until cancelled. Call it once.
    ///
    /// - Throws: `SocketError.loginRefused` if the login is refused for good; `CancellationError`.
    package func run() async throws {
        defer { events.close() }
        var generator = SystemRandomNumberGenerator()
        var supervisor = ConnectionSupervisor()
        var refused: Secret?
        var opened: OpenSocket?
        var event = ConnectionSupervisor.Event.started
        while true {
            switch supervisor.action(after: event, at: time.uptime, using: &generator) {
            case .open(let attempt):
                (event, opened, refused) = try await open(attempt: attempt, refused: refused)
            case .join:
                guard let opened else { preconditionFailure("a join follows an open connection") }
                event = try await join(opened)
            case .awaitEnd:
                guard let opened else { preconditionFailure("a watch follows an open connection") }
                event = try await watch(opened)
            case .wait(let pause):
                logger.debug("Reconnect scheduled", metadata: ["socket.delay": "\(pause)"])
                try await time.sleep(for: pause)
                event = .waited
            case .stop(let reason):
                throw SocketError.loginRefused(reason)
            }
        }
    }

    private struct OpenSocket {
        let connection: WebSocketConnection
        let me: UserID
        /// The clans that the bot was added to since the connection opened.
        let joinedClans: AsyncStream<ClanID>
    }

    private static let maxJoinedClans = 100  // Waiting at once; a clan beyond the limit is listed at the next connection.
    private static let maxJoinAttempts = 9  // A minute or two of retries.

    private func open(attempt: Int, refused: Secret?) async throws -> (ConnectionSupervisor.Event, OpenSocket?, refused: Secret?)
    {
        let now = time.now
        state.withLock { state in
            state.connectionState = state.connectionState.connecting(attempt: attempt, at: now)
            state.counts.attempts += 1
        }
        _ = events.offer(.connecting(attempt: attempt))
        // An unreachable server is retried about every other second, so attempts are logged at powers of two only.
        let isLogged = attempt.nonzeroBitCount == 1
        logger.log(level: isLogged ? .info : .debug, "Connecting", metadata: ["socket.attempt": "\(attempt)"])
        do {
            let target = try await self.target(refused)
            do {
                let (joinedClans, continuation) = AsyncStream<ClanID>.makeStream(
                    bufferingPolicy: .bufferingOldest(Self.maxJoinedClans))
                let connection = try await WebSocketConnection.open(target, with: connector) {
                    self.dependencies(target, $0, $1) { continuation.yield($0) }
                }
                state.withLock { $0.connection = connection }
                return (.opened, OpenSocket(connection: connection, me: target.userID, joinedClans: joinedClans), nil)
            } catch SocketError.upgradeRefused(let status) where status == 401 || status == 403 {
                lost("the socket rejected the token with status \(status)")
                return (.tokenRefused, nil, target.token)
            }
        } catch SocketError.loginRefused(let reason) {
            logger.error("Login rejected", metadata: ["socket.reason": "\(reason)"])
            return (.refused(reason), nil, nil)
        } catch let error as SocketError where error.isUnreachable {
            try Task.checkCancellation()
            lost("\(error)", isLogged: isLogged)
            return (.unreachable, nil, nil)
        } catch {
            try Task.checkCancellation()
            lost("\(error)")
            return (.lost, nil, nil)
        }
    }

    private func join(_ opened: OpenSocket) async throws -> ConnectionSupervisor.Event {
        let subscriber = self.subscriber(opened)
        do {
            let snapshot = try await subscriber.joinAll { self.state.withLock { $0.subscriptions } }
            let now = time.now
            state.withLock { state in
                state.connectionState = .connected(since: now)
                state.counts.connections += 1
            }
            _ = events.offer(.ready(snapshot))
            logger.info(
                "Connected",
                metadata: ["socket.clans": "\(snapshot.clans.count)", "socket.channels": "\(snapshot.channels.count)"])
            return .joined
        } catch {
            opened.connection.close()
            _ = try await opened.connection.end()
            try Task.checkCancellation()
            lost("\(error)")
            return .lost
        }
    }

    private func subscriber(_ opened: OpenSocket) -> ChannelSubscriber {
        ChannelSubscriber(connection: opened.connection, me: opened.me, rpc: rpc, time: time, logger: logger)
    }

    private func watch(_ opened: OpenSocket) async throws -> ConnectionSupervisor.Event {
        let reason = try await withThrowingTaskGroup(of: String?.self) { group in
            group.addTask { try await opened.connection.end() }
            group.addTask {
                try await self.joinClans(of: opened)
                return nil
            }
            defer { group.cancelAll() }
            for try await reason in group { if let reason { return reason } }
            throw CancellationError()
        }
        try Task.checkCancellation()
        lost(reason)
        return .lost
    }

    /// Joins each clan that the bot is added to and reports its channels, until the connection ends.
    private func joinClans(of opened: OpenSocket) async throws {
        for await clan in opened.joinedClans {
            do {
                // The end of the connection cancels the retries: the next connection lists every clan.
                let (description, channels) = try await withRetries(
                    Self.maxJoinAttempts, time: time, if: ChannelSubscriber.isTemporary
                ) {
                    try await subscriber(opened).joinClan(clan) { self.state.withLock { $0.subscriptions } }
                }
                _ = events.offer(.clanJoined(description, channels))
                logger.notice(
                    "Clan joined",
                    metadata: [
                        "clan.id": "\(clan)", "clan.name": "\(description.name)", "clan.channels": "\(channels.count)",
                    ])
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                logger.warning(
                    "Clan not joined until the next connection",
                    metadata: ["clan.id": "\(clan)", "socket.error": "\(error)"])
            }
        }
    }

    private func lost(_ reason: String, isLogged: Bool = true) {
        state.withLock { $0.connection = nil }
        _ = events.offer(.lost(reason))
        logger.log(level: isLogged ? .warning : .debug, "Connection lost", metadata: ["socket.reason": "\(reason)"])
    }

    private func dependencies(
        _ target: ConnectionTarget, _ requests: RequestQueue, _ ended: EventLoopPromise<String>,
        clanJoined: @escaping @Sendable (ClanID) -> Void
    ) -> EnvelopeHandler.Dependencies {
        EnvelopeHandler.Dependencies(
            me: target.userID, timing: timing, activities: activities, time: time, events: events,
            requests: requests, mayAct: mayAct, ended: ended,
            channelJoined: { channel in self.state.withLock { $0.subscriptions.remember(channel) } },
            channelDeleted: { channel in self.state.withLock { $0.subscriptions.forget(channel) } },
            clanJoined: clanJoined, clanLeft: { clan in self.state.withLock { $0.subscriptions.forget(clan) } },
            addCounters: { counts in self.state.withLock { $0.counts += counts } }, logger: logger)
    }
}
