import AsyncSupport
import ChatModel
import ConnectorKit
import Logging
import MezonClient
import MezonProtocol

/// Reads the events of the account's channels, fills the gaps of outages from history, and hands them to the ingestor in order.
actor MezonEventReader {
    private let socket: MezonConnection
    private let client: SessionClient
    private let history: ChannelHistory
    private let channels: MezonChannels
    private let ingestor: MezonIngestor
    private let time: any TimeSource
    private let logger: Logger
    private let maxTries = 9  // About a minute of retries for one page.
    private var backfill = Backfill()
    private var me: UserID = 0
    private var positions: [ChannelID: MessageID] = [:]
    /// Held from a decision of the backfill until its events are durable, so that those of another task do not come first.
    private let order = AsyncSemaphore()

    init(
        socket: MezonConnection, client: SessionClient, history: ChannelHistory, channels: MezonChannels, ingestor: MezonIngestor,
        time: any TimeSource, logger: Logger
    ) {
        self.socket = socket
        self.client = client
        self.history = history
        self.channels = channels
        self.ingestor = ingestor
        self.time = time
        self.logger = logger
    }

    /// Reads until the connection has ended for good.
    ///
    /// - Throws: `MezonAccountError` if the account is the bot's own; the errors of the store; `CancellationError`.
    func run() async throws {
        try await withThrowingDiscardingTaskGroup { fetches in
            while let event = await socket.next(), !Task.isCancelled {
                for request in try await inOrder({ try await self.handle(event) }) {
                    fetches.addTask { try await self.fetch(request) }
                }
            }
            fetches.cancelAll()
        }
    }

    private func inOrder<Value: Sendable>(_ operation: () async throws -> Value) async throws -> Value {
        try await order.acquire()
        defer { order.release() }
        return try await operation()
    }

    /// Handles one connection event and returns the required history requests.
    private func handle(_ event: ConnectionEvent) async throws -> [HistoryPageRequest] {
        switch event {
        case .connecting(let attempt):
            channels.connecting(attempt: attempt)
            backfill.hold()
        case .events(let received):
            let joined = received.compactMap { entry -> Channel? in
                guard case .channelMembersAdded(let channel, let users, _) = entry.event, users.contains(me) else { return nil }
                return channels.local(channel.id) == nil ? nil : channel
            }
            // Where its reading begins is stored before anything of the channel is.
            for channel in joined { _ = try await position(in: channel) }
            let requests = try await perform(backfill.live(received.filter { channels.local($0.event.channel) != nil }))
            channels.add(joined)
            for event in received.map(\.event) { forget(event) }
            return requests
        case .ready(let snapshot):
            me = snapshot.me
            guard me != ingestor.context.botUser else { throw MezonAccountError.isOwnAccount(me) }
            let requests = try await begin(snapshot.channels)
            channels.connected(snapshot)
            return requests
        case .clanJoined(_, let listed):
            for channel in listed where channels.local(channel.id) != nil { _ = try await position(in: channel) }
            channels.add(listed)
        case .lost(let reason): channels.lost(reason)
        case .session(let session):
            do {
                try await client.sessions.take(session)
            } catch {
                logger.warning("Pushed session rejected", metadata: ["session.error": "\(error)"])
            }
        }
        return []
    }

    /// Removes the channels that the account no longer sees.
    private func forget(_ event: Event) {
        switch event {
        case .memberLeft(let membership) where membership.users.contains(me): channels.remove { $0.clan == membership.clan }
        case .channelDeleted(let deleted): channels.remove { $0.id == deleted.id }
        default: break
        }
    }

    /// Begins to read what the connection has missed of the channels that the account sees.
    private func begin(_ listed: [Channel]) async throws -> [HistoryPageRequest] {
        var gaps: [(channel: Channel, lastKnown: MessageID)] = []
        var unchanged: [(channel: Channel, lastKnown: MessageID)] = []
        for channel in listed where channels.local(channel.id) != nil {
            let last = try await position(in: channel)
            if channel.lastMessage.isNone || channel.lastMessage > last {
                gaps.append((channel, last))
            } else {
                unchanged.append((channel, last))
            }
        }
        return try await perform(backfill.begin(gaps, lookingAt: unchanged, at: time.now))
    }

    private func position(in channel: Channel) async throws -> MessageID {
        if let known = positions[channel.id] { return known }
        let position = try await ingestor.position(in: channel)
        positions[channel.id] = position
        return position
    }

    /// Fetches the pages of a channel's history, and of further channels that follow it.
    private func fetch(_ first: HistoryPageRequest) async throws {
        var waiting = [first]
        while let request = waiting.popLast() {
            let page: ApiChannelMessageList
            do {
                page = try await withRetries(maxTries, time: time, if: { ($0 as? SessionError)?.isTemporary == true }) {
                    try await history.page(request.request)
                }
            } catch let error as SessionError where error.isTemporary {
                // The next connection begins where the journal ends, and until then nothing of the channel is passed on.
                return socket.reset(because: "the history of channel \(request.channel.id) cannot be read: \(error)")
            } catch let error as SessionError {
                waiting += try await inOrder { try await perform(backfill.failed(request, reason: "\(error)")) }.reversed()
                continue
            }
            waiting += try await inOrder { try await append(page, for: request) }.reversed()
        }
    }

    private func append(_ page: ApiChannelMessageList, for request: HistoryPageRequest) async throws -> [HistoryPageRequest] {
        let range = backfill.knownRange(request, page)
        let known = range == nil ? [] : try await ingestor.known(page.messages, in: request.channel, me: me)
        return try await perform(backfill.page(request, page, comparedWith: known, me: me, receivedAt: time.now))
    }

    /// Performs the steps of the backfill and returns the required history requests once the released events are durable.
    private func perform(_ steps: [Backfill.Step]) async throws -> [HistoryPageRequest] {
        var events: [ReceivedEvent] = []
        var requests: [HistoryPageRequest] = []
        for step in steps {
            switch step {
            case .append(let released): events += released
            case .fetch(let request): requests.append(request)
            case .filled(let channel, let count):
                guard count > 0 else { continue }
                logger.info("History gap filled", metadata: ["channel.id": "\(channel)", "backfill.messages": "\(count)"])
            case .incomplete(let channel, _, _, let reason):
                logger.warning(
                    "History gap abandoned", metadata: ["channel.id": "\(channel.id)", "backfill.reason": "\(reason)"])
            }
        }
        guard !events.isEmpty else { return requests }
        let newest = try await ingestor.append(events, me: me, after: positions)
        positions.merge(newest) { $1 }
        return requests
    }
}
