import AsyncSupport
package import BotConfiguration
package import ChatModel
package import Logging
import MezonClient
package import NIOCore
import NIOPosix
import Storage
import Synchronization

/// A client of one IRC network that stays connected for as long as `run()` runs.
///
/// One reader takes events with `next()`, in order. Messages can be sent from any task, except by that reader while it delays `next()`:
/// acknowledgements arrive behind the events that it has not taken.
package final class IRCClient: Sendable {
    /// A function that returns the point up to which a channel's messages are known; newer ones are requested if the network keeps history.
    package typealias HistoryCursorProvider = @Sendable (_ channel: String) async -> HistoryCursor?

    /// The storage for a network's strict transport policy (IRCv3 STS).
    package struct StrictTransportStore: Sendable {
        package var load: @Sendable () async -> IRCStrictTransport?
        /// Stores a policy; nil removes one that has ended.
        package var save: @Sendable (IRCStrictTransport?) async -> Void

        package init(
            load: @escaping @Sendable () async -> IRCStrictTransport?,
            save: @escaping @Sendable (IRCStrictTransport?) async -> Void
        ) {
            self.load = load
            self.save = save
        }

        /// A store that keeps nothing.
        package static let none = StrictTransportStore(load: { nil }, save: { _ in })
    }

    package typealias Answer = Result<[IRCAcknowledgement], IRCSendError>
    typealias Waiter = @Sendable (Answer) -> Void

    struct State {
        var session: IRCSession?
        /// The strict transport policy that was given on this connection.
        var strictTransport: IRCStrictTransport?
        var phase = IRCStatus.Phase.idle
        /// The uptime at which the connection became ready to send; nil before that.
        var readyAt: Duration?
        var signal: AsyncSignal?
        var calls: [Int: Waiter] = [:]
        var lastCall = 0
        /// The tasks that wait for a channel to be joined; channels are spelled as in the settings.
        var joinWaiters: [(id: Int, channel: String, continuation: CheckedContinuation<Void, any Error>)] = []
    }

    let settings: IRCSettings
    let time: any TimeSource
    let random: any RandomNumberGenerator & Sendable
    let logger: Logger
    let lastKnown: HistoryCursorProvider
    let strictTransports: StrictTransportStore
    let connector: IRCBootstrap
    let events = BackpressuredBuffer<IRCEventBatch>(eventLimit: 4096, byteLimit: 8 << 20)
    let state = Mutex(State())

    package init(
        _ settings: IRCSettings, time: any TimeSource, random: any RandomNumberGenerator & Sendable, logger: Logger,
        lastKnown: @escaping HistoryCursorProvider = { _ in nil }, strictTransports: StrictTransportStore = .none,
        group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) {
        self.settings = settings
        self.time = time
        self.random = random
        self.logger = logger
        self.lastKnown = lastKnown
        self.strictTransports = strictTransports
        connector = IRCBootstrap(group: group)
    }

    /// Returns the next events, in order; `nil` after `run()` has ended and everything was taken. Only one reader may call it. While
    /// it does not, the socket is not read.
    package func next() async -> [IRCEvent]? { await events.next()?.events }

    /// Sends the lines of one message to a channel and returns once the server has acknowledged them all. No other line comes between them,
    /// and calls are served in order.
    ///
    /// - Parameter replyTo: The id of the message to reply to; ignored if the network has no message ids.
    /// - Returns: An acknowledgement for each line; lines without text are left out.
    /// - Throws: `IRCSendError`.
    @discardableResult
    package func send(
        _ lines: [IRCText], in channel: String, replyTo: String? = nil
    ) async throws(IRCSendError) -> [IRCAcknowledgement] {
        try await send([IRCOutgoingMessage(lines, replyTo: replyTo)], in: channel)[0].get()
    }

    /// Sends several messages to a channel, in order and over one connection.
    ///
    /// - Returns: An answer for each message, once all have arrived.
    package func send(_ messages: [IRCOutgoingMessage], in channel: String) async -> [Answer] {
        await answers(
            to: messages.map { message in
                { session, call in session.enqueue(message.lines, in: channel, replyTo: message.replyTo, call: call) }
            })
    }

    /// Reacts to a message or removes one, if the network supports it.
    ///
    /// - Throws: `IRCSendError`.
    package func perform(_ operation: IRCOperation, in channel: String) async throws(IRCSendError) {
        _ = try await answers(to: [{ session, call in session.enqueue(operation, in: channel, call: call) }])[0].get()
    }

    /// Returns once the bot is in the channel; immediately if it already is.
    ///
    /// - Throws: `CancellationError`; `IRCSendError.notJoined` if the settings have no such channel, `.notConnected` after the end.
    package func waitUntilJoined(_ channel: String) async throws {
        let id = state.withLock { state in
            state.lastCall += 1
            return state.lastCall
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.phase == .ended { return .failure(IRCSendError.notConnected) }
                    guard let name = settings.channels.first(where: { isSame($0.name, channel, state.session) })?.name else {
                        return .failure(IRCSendError.notJoined("the channel is not configured"))
                    }
                    if let session = state.session, session.channels.isJoined(name) { return .success(()) }
                    state.joinWaiters.append((id, name, continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.joinWaiters.firstIndex { $0.id == id }.map { state.joinWaiters.remove(at: $0).continuation }
            }
            waiter?.resume(throwing: CancellationError())
        }
    }

    package var status: IRCStatus {
        state.withLock { state in
            var status = IRCStatus()
            status.phase = state.phase
            if case .registered(_, _, let since) = state.phase, let session = state.session {
                let capabilities = session.registration.capabilities
                status.phase = .registered(nick: session.own.nick, capabilities: capabilities, since: since)
            }
            status.waiting = state.calls.count
            for channel in settings.channels {
                status.channels[channel.name] = state.session?.channels[channel.name]?.state ?? .outside
            }
            return status
        }
    }

    /// Returns the nicks in a channel; none if the bot is not in it.
    package func nicks(in channel: String) -> IRCNicks {
        state.withLock { $0.session?.channels[channel]?.nicks } ?? IRCNicks()
    }

    /// Returns the number of bytes of text that one line in a channel holds without being cut for any receiver. It changes with the bot's
    /// nick and host.
    package func textBytes(in channel: String, _ kind: IRCText.Kind = .message) -> Int {
        state.withLock { state in
            (state.session ?? IRCSession(settings, at: .zero)).textBytes(in: channel, kind)
        }
    }

    private func isSame(_ name: String, _ other: String, _ session: IRCSession?) -> Bool {
        let mapping = session?.features.caseMapping ?? .rfc1459
        return mapping.folded(name) == mapping.folded(other)
    }

    private typealias CallStart = @Sendable (inout IRCSession, _ call: Int) -> IRCSendError?

    /// Starts calls one after the other on the same connection and waits for the answers to all of them.
    private func answers(to starts: [CallStart]) async -> [Answer] {
        let first = state.withLock { state in
            defer { state.lastCall += starts.count }
            return state.lastCall + 1
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let collector = IRCReplyCollector(count: starts.count, continuation)
                let (refused, outcome, wakeup) = state.withLock { state in
                    var refused: [(index: Int, error: IRCSendError)] = []
                    for (index, start) in starts.enumerated() {
                        // An earlier cancellation found no call to withdraw, so it is checked here.
                        guard !Task.isCancelled, var session = state.session.take() else {
                            refused.append((index, .notConnected))
                            continue
                        }
                        let error = start(&session, first + index)
                        state.session = session
                        if let error {
                            refused.append((index, error))
                        } else {
                            state.calls[first + index] = { collector.record($0, at: index) }
                        }
                    }
                    return (refused, state.session?.takeOutcome() ?? IRCSession.Outcome(), state.signal)
                }
                for (index, error) in refused { collector.record(.failure(error), at: index) }
                settle(outcome.settled)
                wakeup?.signal()
            }
        } onCancel: {
            for call in first..<first + starts.count { withdraw(call) }
        }
    }

    private func withdraw(_ call: Int) {
        let (waiter, isUnwritten) = state.withLock { state in
            (state.calls.removeValue(forKey: call), state.session?.withdraw(call) ?? true)
        }
        waiter?(.failure(isUnwritten ? .notConnected : .ambiguous("the request was cancelled")))
    }

    /// Resumes the callers whose requests are settled.
    func settle(_ settled: [IRCPendingRequests.Settled]) {
        guard !settled.isEmpty else { return }
        let answers = state.withLock { state in
            settled.compactMap { one in state.calls.removeValue(forKey: one.call).map { ($0, one.result) } }
        }
        for (waiter, result) in answers { waiter(result) }
    }
}
