package import ChatModel
package import Delivery
import Synchronization

/// A sender that records requests instead of sending them, with optional faults.
package final class RecordingSender: Sender {
    /// A fault injected into a send.
    package enum Fault: Sendable {
        /// The request is not carried out.
        case error(SendError)
        /// The request is carried out, and the acknowledgement is lost.
        case lostAck
        /// The message arrives, and a later one is acknowledged instead of it.
        case overtakenAck(pending: Duration)
    }

    /// A request that arrived.
    package struct ReceivedMessage: Hashable, Sendable {
        package var outgoing: ResolvedAction
        package var message: MessageID
        package var idempotencyKey = ""
    }

    private struct Watcher {
        let arrivals: Int
        let reads: Int
        let calls: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var ids = SnowflakeSequence(node: 1)
        var calls = 0
        var arrivals: [ReceivedMessage] = []
        var starts: [Duration] = []
        var history: [ChannelID: [ChatModel.Message]] = [:]
        var historyError: SendError?
        /// The number of history reads still to be refused.
        var historyRefusals = 0
        var reads = 0
        var conversations: [UserID] = []
        /// The open threads, by the channel and name under which they were created.
        var threads: [ChannelID: [String: Channel]] = [:]
        var conversationError: SendError?
        var isConnected = true
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watchers: [Watcher] = []
        var inFlight: [ChannelID: Int] = [:]
        var maxInFlight = 0
        var maxChannelsInFlight = 0

        mutating func takeSatisfied() -> [Watcher] {
            let isSatisfied = { [arrivals = arrivals.count, reads, calls] (watcher: Watcher) in
                watcher.arrivals <= arrivals && watcher.reads <= reads && watcher.calls <= calls
            }
            let satisfied = watchers.filter(isSatisfied)
            watchers.removeAll(where: isSatisfied)
            return satisfied
        }
    }

    private let me: Author
    private let time: any TimeSource
    private let pageSize: Int
    private let fault: @Sendable (_ call: Int) -> Fault?
    private let gate: @Sendable (ResolvedAction) async throws -> Void
    private let state = Mutex(State())

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - fault: Returns the fault of the n-th call, counted from one.
    ///   - gate: Runs while a send is in flight; one that waits delays that send.
    package init(
        as me: Author, time: any TimeSource, pageSize: Int = 50, repetition: ResendMode = .verified,
        fault: @escaping @Sendable (Int) -> Fault? = { _ in nil },
        gate: @escaping @Sendable (ResolvedAction) async throws -> Void = { _ in }
    ) {
        self.me = me
        self.time = time
        self.pageSize = pageSize
        self.repetition = repetition
        self.fault = fault
        self.gate = gate
    }

    /// The requests that arrived, in order.
    package var arrivals: [ReceivedMessage] { state.withLock { $0.arrivals } }
    /// Returns the texts that arrived in a channel, in order.
    package func texts(in channel: ChannelID) -> [String] {
        arrivals.filter { $0.outgoing.channel == channel }.compactMap { $0.outgoing.draft?.content.text }
    }
    /// The number of attempted sends, and the start time of each.
    package var calls: Int { state.withLock { $0.calls } }
    package var starts: [Duration] { state.withLock { $0.starts } }
    /// The maximum number of concurrent sends in one channel, and of channels with a send under way.
    package var maxInFlight: Int { state.withLock { $0.maxInFlight } }
    package var maxChannelsInFlight: Int { state.withLock { $0.maxChannelsInFlight } }

    /// Interrupts the connection until `connect`.
    package func disconnect() { state.withLock { $0.isConnected = false } }

    package func connect() {
        let waiting = state.withLock { state in
            state.isConnected = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Refuses reads of history from now on, all or a number of them.
    package func failHistory(_ error: SendError, times: Int = .max) {
        state.withLock { state in
            state.historyError = error
            state.historyRefusals = times
        }
    }

    /// Refuses all requests for direct message channels from now on.
    package func failConversations(_ error: SendError) { state.withLock { $0.conversationError = error } }

    /// The users for whom a direct message channel was requested, in order.
    package var conversations: [UserID] { state.withLock { $0.conversations } }

    /// The names of the threads that were opened below a channel, sorted.
    package func threads(in channel: ChannelID) -> [String] {
        state.withLock { ($0.threads[channel] ?? [:]).keys.sorted() }
    }

    /// Adds a message to a channel's history that was not sent through this sender.
    package func say(_ message: ChatModel.Message) {
        state.withLock { $0.history[message.channel, default: []].append(message) }
    }

    /// Returns once a number of messages have arrived, of history reads have been made, and of sends have been attempted.
    package func wait(forArrivals arrivals: Int = 0, reads: Int = 0, calls: Int = 0) async {
        await withCheckedContinuation { continuation in
            let satisfied = state.withLock { state in
                state.watchers.append(Watcher(arrivals: arrivals, reads: reads, calls: calls, continuation: continuation))
                return state.takeSatisfied()
            }
            for watcher in satisfied { watcher.continuation.resume() }
        }
    }

    package func waitUntilConnected(to channel: ChannelID) async throws {
        try Task.checkCancellation()
        await withCheckedContinuation { continuation in
            let isConnected = state.withLock { state in
                if !state.isConnected { state.waiting.append(continuation) }
                return state.isConnected
            }
            if isConnected { continuation.resume() }
        }
        try Task.checkCancellation()
    }

    package let splitter: MessageSplitter? = MessageSplitter()
    package let showsAuthorProfiles = false
    package let repetition: ResendMode

    package func send(_ outboundRequest: OutboundRequest) async throws -> SendResult {
        let outgoing = outboundRequest.outgoing
        let call = begin(outgoing)
        defer { end(outgoing) }
        try await gate(outgoing)
        await Task.yield()
        let fault = fault(call)
        if case .error(let error)? = fault { throw error }
        let message = arrive(outboundRequest)
        switch fault {
        case .lostAck: throw SendError.ambiguous("the answer was lost")
        case .overtakenAck(let pending): throw SendError.overtaken(pending: pending)
        case .error, nil: break
        }
        return SendResult(message)
    }

    package func history(of channel: Channel, before cursor: MessageID) async throws -> [ChatModel.Message] {
        let (messages, error, satisfied) = state.withLock { state in
            state.reads += 1
            let isRefused = state.historyRefusals > 0
            if isRefused { state.historyRefusals -= 1 }
            return (state.history[channel.id] ?? [], isRefused ? state.historyError : nil, state.takeSatisfied())
        }
        for watcher in satisfied { watcher.continuation.resume() }
        if let error { throw error }
        return Array(messages.filter { cursor.isNone || $0.id < cursor }.sorted { $0.id > $1.id }.prefix(pageSize))
    }

    package func conversation(with user: UserID) async throws -> Channel {
        let error = state.withLock { state in
            state.conversations.append(user)
            return state.conversationError
        }
        if let error { throw error }
        return Channel(id: ChannelID(user.rawValue), clan: 0, kind: .direct, label: "", isPrivate: true, partner: user)
    }

    package func thread(_ name: String, in channel: Channel, creating opening: ThreadOpening?) async throws -> Channel {
        try state.withLock { state in
            if let known = state.threads[channel.id]?[name] { return known }
            guard let opening else { throw SendError.refused(code: 5, "there is no thread '\(name)'") }
            let count = state.threads.values.reduce(1) { $0 + $1.count }
            let thread = Channel(
                id: ChannelID(9_000_000 + Int64(count)), clan: channel.clan, parent: channel.id, kind: .thread, label: name,
                isPrivate: opening.isPrivate)
            state.threads[channel.id, default: [:]][name] = thread
            return thread
        }
    }

    private func begin(_ outgoing: ResolvedAction) -> Int {
        let now = time.uptime
        let (call, satisfied) = state.withLock { state in
            state.calls += 1
            state.starts.append(now)
            state.inFlight[outgoing.channel, default: 0] += 1
            state.maxInFlight = max(state.maxInFlight, state.inFlight.values.max() ?? 0)
            state.maxChannelsInFlight = max(state.maxChannelsInFlight, state.inFlight.values.count { $0 > 0 })
            return (state.calls, state.takeSatisfied())
        }
        for watcher in satisfied { watcher.continuation.resume() }
        return call
    }

    private func end(_ outgoing: ResolvedAction) { state.withLock { $0.inFlight[outgoing.channel, default: 1] -= 1 } }

    private func arrive(_ outboundRequest: OutboundRequest) -> MessageID {
        let outgoing = outboundRequest.outgoing
        let channel = outboundRequest.channel
        let now = time.now
        let (message, satisfied) = state.withLock { state -> (MessageID, [Watcher]) in
            let id =
                switch outgoing.request {
                case .send, .directMessage, .thread, .ephemeral: MessageID(state.ids.next(at: now))
                case .react(_, let message, _), .edit(let message, _, _), .delete(let message, _), .unreact(_, let message, _),
                    .pin(let message):
                    message
                case .editReply, .withdraw, .clan, .member, .relay, .web, .account, .call: MessageID(0)
                }
            state.arrivals.append(
                ReceivedMessage(outgoing: outgoing, message: id, idempotencyKey: outboundRequest.idempotencyKey))
            let kept: (draft: Draft, reference: Reference?, topic: TopicID)? =
                switch outgoing.request {
                case .send(let draft, let reference, let topic): (draft, reference, topic)
                case .directMessage(let draft, _): (draft, nil, 0)
                case .thread(let opening, let reference): (opening.draft, reference, 0)
                case .react, .edit, .editReply, .withdraw, .delete, .ephemeral, .unreact, .pin, .clan, .member, .relay, .web,
                    .account,
                    .call:
                    nil
                }
            if let (draft, reference, topic) = kept {
                state.history[channel.id, default: []].append(
                    Message(
                        id: id, clan: channel.clan, channel: channel.id, author: me, code: draft.kind?.code ?? .chat,
                        content: draft.content,
                        mentions: draft.mentions, attachments: draft.attachments, references: reference.map { [$0] } ?? [],
                        topic: topic, createdAt: now))
            }
            return (id, state.takeSatisfied())
        }
        for watcher in satisfied { watcher.continuation.resume() }
        return message
    }
}
