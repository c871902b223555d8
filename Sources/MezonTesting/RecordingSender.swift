package import MezonModel
package import SendPipeline
import Synchronization

/// A sender that reaches nobody: it records, and fails where it was told to.
package final class RecordingSender: Sender {
    /// What is to go wrong with a send.
    package enum Fault: Sendable {
        /// It is not carried out.
        case error(SendError)
        /// It is carried out, and the answer is lost.
        case lostAck
    }

    /// One message that arrived.
    package struct Arrival: Hashable, Sendable {
        package var outgoing: Outgoing
        package var message: MessageID
    }

    private struct Watcher {
        let arrivals: Int
        let reads: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var ids = SnowflakeSequence(node: 1)
        var calls = 0
        var arrivals: [Arrival] = []
        var starts: [Duration] = []
        var history: [ChannelID: [MezonModel.Message]] = [:]
        var historyError: SendError?
        var reads = 0
        var isConnected = true
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watchers: [Watcher] = []
        var inFlight: [ChannelID: Int] = [:]
        var mostInFlight = 0
        var mostChannelsInFlight = 0

        mutating func takeSatisfied() -> [Watcher] {
            let satisfied = watchers.filter { $0.arrivals <= arrivals.count && $0.reads <= reads }
            watchers.removeAll { $0.arrivals <= arrivals.count && $0.reads <= reads }
            return satisfied
        }
    }

    private let me: Author
    private let time: any TimeSource
    private let pageSize: Int
    private let fault: @Sendable (_ call: Int) -> Fault?
    private let gate: @Sendable (Outgoing) async throws -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - fault: what goes wrong with the n-th call, counted from one.
    ///   - gate: runs while a send is in flight; one that waits holds that send up.
    package init(
        as me: Author, time: any TimeSource, pageSize: Int = 50, fault: @escaping @Sendable (Int) -> Fault? = { _ in nil },
        gate: @escaping @Sendable (Outgoing) async throws -> Void = { _ in }
    ) {
        self.me = me
        self.time = time
        self.pageSize = pageSize
        self.fault = fault
        self.gate = gate
    }

    /// What arrived, in that order.
    package var arrivals: [Arrival] { state.withLock { $0.arrivals } }
    /// The texts that arrived in a channel, in that order.
    package func texts(in channel: ChannelID) -> [String] {
        arrivals.filter { $0.outgoing.channel == channel }.compactMap { $0.outgoing.draft?.content.text }
    }
    /// How often a send was tried, and when each began.
    package var calls: Int { state.withLock { $0.calls } }
    package var starts: [Duration] { state.withLock { $0.starts } }
    /// The most sends that were under way in one channel, and the most channels that had one, at the same time.
    package var mostInFlight: Int { state.withLock { $0.mostInFlight } }
    package var mostChannelsInFlight: Int { state.withLock { $0.mostChannelsInFlight } }

    /// Takes the connection away, until `connect`.
    package func disconnect() { state.withLock { $0.isConnected = false } }

    package func connect() {
        let waiting = state.withLock { state in
            state.isConnected = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Refuses every reading of history from now on.
    package func failHistory(_ error: SendError) { state.withLock { $0.historyError = error } }

    /// Puts a message into a channel's history that was not sent by way of this sender.
    package func say(_ message: MezonModel.Message) {
        state.withLock { $0.history[message.channel, default: []].append(message) }
    }

    /// Returns once so many messages have arrived, and history was read so often.
    package func wait(forArrivals arrivals: Int = 0, reads: Int = 0) async {
        await withCheckedContinuation { continuation in
            let satisfied = state.withLock { state in
                state.watchers.append(Watcher(arrivals: arrivals, reads: reads, continuation: continuation))
                return state.takeSatisfied()
            }
            for watcher in satisfied { watcher.continuation.resume() }
        }
    }

    package func waitUntilConnected() async throws {
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

    package func send(_ outgoing: Outgoing, in channel: Channel) async throws -> MessageID {
        let call = begin(outgoing)
        defer { end(outgoing) }
        try await gate(outgoing)
        await Task.yield()
        let fault = fault(call)
        if case .error(let error)? = fault { throw error }
        let message = arrive(outgoing, in: channel)
        if case .lostAck? = fault { throw SendError.ambiguous("the answer was lost") }
        return message
    }

    package func history(of channel: Channel, before cursor: MessageID) async throws -> [MezonModel.Message] {
        let (messages, error, satisfied) = state.withLock { state in
            state.reads += 1
            return (state.history[channel.id] ?? [], state.historyError, state.takeSatisfied())
        }
        for watcher in satisfied { watcher.continuation.resume() }
        if let error { throw error }
        return Array(messages.filter { cursor.isNone || $0.id < cursor }.sorted { $0.id > $1.id }.prefix(pageSize))
    }

    private func begin(_ outgoing: Outgoing) -> Int {
        let now = time.uptime
        return state.withLock { state in
            state.calls += 1
            state.starts.append(now)
            state.inFlight[outgoing.channel, default: 0] += 1
            state.mostInFlight = max(state.mostInFlight, state.inFlight.values.max() ?? 0)
            state.mostChannelsInFlight = max(state.mostChannelsInFlight, state.inFlight.values.count { $0 > 0 })
            return state.calls
        }
    }

    private func end(_ outgoing: Outgoing) { state.withLock { $0.inFlight[outgoing.channel, default: 1] -= 1 } }

    private func arrive(_ outgoing: Outgoing, in channel: Channel) -> MessageID {
        let now = time.now
        let (message, satisfied) = state.withLock { state -> (MessageID, [Watcher]) in
            let id =
                switch outgoing.request {
                case .send: MessageID(state.ids.next(at: now))
                case .react(_, let message, _), .edit(let message, _, _), .delete(let message, _): message
                }
            state.arrivals.append(Arrival(outgoing: outgoing, message: id))
            if case .send(let draft, let reference, let topic) = outgoing.request {
                state.history[channel.id, default: []].append(
                    Message(
                        id: id, clan: channel.clan, channel: channel.id, author: me, content: draft.content,
                        mentions: draft.mentions, attachments: draft.attachments, references: reference.map { [$0] } ?? [],
                        topic: topic, createdAt: now))
            }
            return (id, state.takeSatisfied())
        }
        for watcher in satisfied { watcher.continuation.resume() }
        return message
    }
}
