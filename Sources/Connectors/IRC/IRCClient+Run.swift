import AsyncSupport
import BotConfiguration
import ChatModel
import Foundation
import Logging
import MezonClient
import NIOCore
import Storage
import Synchronization
import Transport

extension IRCClient {
    // The delay after a refusal. It is long, because frequent attempts at a server that refuses the bot would look like abuse.
    static let refusalPause: Duration = .seconds(60)
    // A connection that lasts this long counts as successful: the backoff starts afresh after it is lost.
    static let stableAfter: Duration = .seconds(30)

    /// Connects, registers, joins the channels and reconnects after every loss, until cancelled. Call it once.
    ///
    /// - Throws: `CancellationError`.
    package func run() async throws {
        defer { finish() }
        var generator = random
        var backoff = Backoff()
        var attempt = 0
        var lastFailure: String?
        var upgrade: Int?
        while true {
            attempt += 1
            state.withLock { $0.phase = .connecting(attempt: attempt, lastFailure: lastFailure) }
            logger.info("Connecting", metadata: ["irc.host": "\(settings.host)", "irc.attempt": "\(attempt)"])
            state.withLock { $0.readyAt = nil }
            let policy = await strictTransport()
            // TLS at once if the network has promised it (STS), or has just asked for it.
            let port = settings.tls == .off ? upgrade ?? policy?.port : nil
            upgrade = nil
            let end = await runConnection(port.map(settings.secured) ?? settings, nonce: Self.nonce(using: &generator))
            try Task.checkCancellation()
            let pause: Duration
            switch end {
            case .upgrade(let port):
                logger.info("Network requires TLS", metadata: ["irc.port": "\(port)"])
                upgrade = port
                continue
            case .refused(let reason):
                logger.error("Connection rejected", metadata: ["irc.reason": "\(reason.terminalSafe)"])
                state.withLock { $0.phase = .waiting(reason: reason, isRefusal: true) }
                (lastFailure, pause) = (reason, Self.refusalPause)
            case .lost(let reason):
                logger.warning("Connection lost", metadata: ["irc.reason": "\(reason.terminalSafe)"])
                state.withLock { $0.phase = .waiting(reason: reason, isRefusal: false) }
                let lasted = state.withLock { $0.readyAt }.map { time.uptime - $0 } ?? .zero
                if lasted >= Self.stableAfter { (backoff, attempt) = (Backoff(), 0) }
                (lastFailure, pause) = (reason, backoff.next(using: &generator))
            }
            logger.info("Reconnect scheduled", metadata: ["irc.delay": "\(pause)"])
            try await time.sleep(for: pause)
        }
    }

    private func finish() {
        let joinWaiters = state.withLock { state in
            state.phase = .ended
            defer { state.joinWaiters = [] }
            return state.joinWaiters
        }
        for waiter in joinWaiters { waiter.continuation.resume(throwing: IRCSendError.notConnected) }
        events.close()
    }

    /// The stored strict transport policy of the network; nil if there is none or it has expired.
    private func strictTransport() async -> IRCStrictTransport? {
        guard let policy = await strictTransports.load(), policy.holds(for: settings.host, at: time.now) else { return nil }
        return policy
    }

    private static func nonce(using generator: inout any RandomNumberGenerator & Sendable) -> String {
        let bytes = (0..<18).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return Data(bytes).base64EncodedString()
    }

    /// Runs one connection from its opening to its end.
    private func runConnection(_ settings: IRCSettings, nonce: String) async -> IRCSession.End {
        do {
            let connection = try await connector.connect(to: settings)
            let end = try await connection.executeThenClose { inbound, outbound in
                let wakeup = AsyncSignal()
                let end = await runSession(inbound, outbound, wakeup, IRCSession(settings, at: time.uptime, nonce: nonce))
                await quit(connection.channel, after: end)
                return end
            }
            // STS: the duration counts from the end of the last connection on which the policy was given.
            if let policy = state.withLock({ $0.strictTransport.take() }) {
                await strictTransports.save(policy.renewed(at: time.now))
            }
            return end
        } catch {
            return .lost("\(settings.host):\(settings.port): \(ConnectionErrorDescription.description(for: error))")
        }
    }

    private func runSession(
        _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>,
        _ wakeup: AsyncSignal, _ session: IRCSession
    ) async -> IRCSession.End {
        state.withLock { state in
            state.session = session
            state.signal = wakeup
        }
        wakeup.signal()
        // The first task that ends gives the reason; the others have nothing to do without it.
        let end = await withTaskGroup(of: IRCSession.End?.self) { group in
            group.addTask { await self.catchingErrors { try await self.read(inbound, outbound, wakeup) } }
            group.addTask { await self.catchingErrors { try await self.write(outbound, wakeup) } }
            group.addTask { await self.catchingErrors { try await self.runTimers(wakeup) } }
            var end: IRCSession.End?
            while end == nil, let next = await group.next() { end = next }
            group.cancelAll()
            return end ?? .lost("the connection's tasks ended")
        }
        let (outcome, wasReady) = state.withLock { state in
            let wasReady = state.session?.registration.isWelcomed ?? false
            state.session?.end(end)
            let outcome = state.session?.takeOutcome() ?? IRCSession.Outcome()
            state.session = nil
            state.signal = nil
            return (outcome, wasReady)
        }
        settle(outcome.settled)
        let final = outcome.end ?? end
        if wasReady { _ = events.offer(IRCEventBatch(outcome.events + [.lost(final.description)])) }
        return final
    }

    private func catchingErrors(_ body: () async throws -> IRCSession.End?) async -> IRCSession.End? {
        do {
            return try await body()
        } catch {
            return .lost(ConnectionErrorDescription.description(for: error))
        }
    }

    private func read(
        _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>,
        _ wakeup: AsyncSignal
    ) async throws -> IRCSession.End {
        for try await buffer in inbound {
            let (outcome, isFull, urgent) = state.withLock { state in
                state.session?.receive(buffer.readableBytesView, at: time.uptime, now: time.now)
                let (outcome, isFull) = publishEvents(&state)
                return (outcome, isFull, state.session?.takeUrgent(at: time.uptime) ?? [])
            }
            if !urgent.isEmpty { _ = await write(urgent, outbound) }
            wakeup.signal()
            await handle(outcome)
            if let end = outcome.end { return end }
            guard isFull else { continue }
            state.withLock { $0.session?.pause() }
            await events.room()
            state.withLock { $0.session?.resume(at: time.uptime) }
        }
        let lastError = state.withLock { $0.session?.lastError }
        return .lost(lastError.map { "the server said: \($0)" } ?? "the server closed the connection")
    }

    /// Passes events to the reader, under the lock, so that they keep their order.
    ///
    /// - Returns: The outcome, with a Boolean value that indicates whether the buffer is full.
    private func publishEvents(_ state: inout State) -> (IRCSession.Outcome, isFull: Bool) {
        let outcome = state.session?.takeOutcome() ?? IRCSession.Outcome()
        return (outcome, !outcome.events.isEmpty && events.offer(IRCEventBatch(outcome.events)))
    }

    private func handle(_ outcome: IRCSession.Outcome) async {
        settle(outcome.settled)
        logIncompleteHistory(outcome)
        if let seconds = outcome.policySeconds, let port = state.withLock({ $0.session?.settings.port }) {
            let policy = IRCStrictTransport(host: settings.host, port: port, duration: seconds, now: time.now)
            state.withLock { $0.strictTransport = seconds > 0 ? policy : nil }
            await strictTransports.save(seconds > 0 ? policy : nil)
        }
        for case .connected(let nick) in outcome.events {
            let now = time.now
            let capabilities = state.withLock { state in
                let capabilities = state.session?.registration.capabilities ?? []
                state.phase = .registered(nick: nick, capabilities: capabilities, since: now)
                state.readyAt = time.uptime
                return capabilities
            }
            logger.info(
                "Registered", metadata: ["irc.nick": "\(nick.terminalSafe)", "irc.capabilities": "\(capabilities.count)"])
        }
        for channel in outcome.joined { await didJoin(channel) }
    }

    private func didJoin(_ channel: String) async {
        logger.info("Joined", metadata: ["irc.channel": "\(channel.terminalSafe)"])
        let joinWaiters = state.withLock { state in
            let joinWaiters = state.joinWaiters.filter { $0.channel == channel }
            state.joinWaiters.removeAll { $0.channel == channel }
            return joinWaiters
        }
        for waiter in joinWaiters { waiter.continuation.resume() }
        let known = state.withLock { $0.session?.keepsHistory ?? false } ? await lastKnown(channel) : nil
        let (outcome, wakeup) = state.withLock { state in
            state.session?.readHistory(of: channel, since: known)
            return (publishEvents(&state).0, state.signal)
        }
        wakeup?.signal()
        settle(outcome.settled)
        logIncompleteHistory(outcome)
    }

    private func logIncompleteHistory(_ outcome: IRCSession.Outcome) {
        for channel in outcome.incomplete {
            logger.warning("History only partly read", metadata: ["irc.channel": "\(channel.terminalSafe)"])
        }
    }

    private func write(
        _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>, _ wakeup: AsyncSignal
    ) async throws -> IRCSession.End? {
        for await _ in wakeup.signals {
            var isIdle = false
            while !isIdle {
                let (output, outcome) = state.withLock { state in
                    (state.session?.output(at: time.uptime) ?? .idle, state.session?.takeOutcome() ?? IRCSession.Outcome())
                }
                settle(outcome.settled)
                if let end = outcome.end { return end }
                switch output {
                case .write(let bytes): guard await write(bytes, outbound) else { return nil }
                case .wait(let moment): try await time.sleep(until: moment)
                case .idle: isIdle = true
                }
            }
        }
        return .lost("the write signal ended")
    }

    /// Writes bytes to the connection.
    ///
    /// - Returns: `false` if the connection accepts no more; its reader learns the reason.
    private func write(_ bytes: [UInt8], _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>) async -> Bool {
        do {
            try await outbound.write(ByteBuffer(bytes: bytes))
            return true
        } catch {
            logger.debug("Write failed", metadata: ["irc.error": "\(error)"])
            return false
        }
    }

    // The interval of timer checks: decisions that depend on time are at most this much late.
    private static let checkInterval: Duration = .seconds(1)

    private func runTimers(_ wakeup: AsyncSignal) async throws -> IRCSession.End {
        while true {
            try await time.sleep(for: Self.checkInterval)
            let outcome = state.withLock { state in
                state.session?.tick(at: time.uptime)
                return publishEvents(&state).0
            }
            await handle(outcome)
            if let end = outcome.end { return end }
            wakeup.signal()
        }
    }

    // The time in which a server may answer a QUIT with its ERROR and close the connection (RFC 2812 §3.1.7).
    private static let quitTimeout: TimeAmount = .seconds(1)

    /// Sends QUIT if the client ends the connection, and lets the server close it. Otherwise the server treats the connection as lost and
    /// tells other users so.
    private func quit(_ channel: any NIOCore.Channel, after end: IRCSession.End) async {
        let reason: String
        switch end {
        case .refused: reason = "registration failed"
        case .upgrade: reason = "reconnecting with TLS"
        case .lost: reason = "going away"
        }
        if case .lost = end, !Task.isCancelled { return }
        let timer = channel.eventLoop.scheduleTask(in: Self.quitTimeout) { channel.close(promise: nil) }
        // The connection may already be closed; then QUIT is not needed.
        if (try? await channel.writeAndFlush(ByteBuffer(string: "QUIT :\(reason)\r\n")).get()) != nil {
            _ = try? await channel.closeFuture.get()
        }
        timer.cancel()
    }
}
