import AsyncSupport
import ChatModel
import EventProcessing
import Foundation
import Logging
import MezonClient
import MezonProtocol
import ServiceLifecycle
import Storage

/// Appends events from the socket to the journal, after filling the gaps of an outage from history.
///
/// It reads further events while the previous ones are decided and stored, up to a limit; those that accumulate meanwhile form the next
/// batch. It runs on the socket's event loop, so that an event does not change threads before it reaches the store.
actor EventIngestor: Service {
    nonisolated private let socket: MezonConnection
    private let store: Store
    private let client: SessionClient
    private let history: ChannelHistory
    private let connected: AsyncGate
    private let members: MemberSyncService
    private let accounts: AccountLookupService
    private let receipts: ReadReceiptService?
    private let menus: QuickMenuService?
    private var activities: MemberActivityFilter
    private let tokenMonitor: SharedTokenMonitor
    private let announcer: StartupAnnouncer
    private let time: any TimeSource
    private let logger: Logger
    private let appends = PendingAppends()
    private let maxAppends = 2  // The number under way at which reading continues.
    private var backfill = Backfill()
    private var deduplicator = InteractionDeduplicator()
    private var me: UserID
    private var isStarted = false
    /// The time at which the connection was lost; nil while it is established.
    private var lostAt: Date?

    nonisolated var unownedExecutor: UnownedSerialExecutor { socket.executor.asUnownedSerialExecutor() }

    init(
        mezon: MezonServices, store: Store, menus: QuickMenuService?, tokenMonitor: SharedTokenMonitor,
        activities: MemberActivityFilter, announcer: StartupAnnouncer, time: any TimeSource, logger: Logger
    ) {
        me = mezon.me
        self.activities = activities
        socket = mezon.socket
        client = mezon.client
        history = mezon.history
        connected = mezon.connected
        members = mezon.members
        accounts = mezon.accounts
        receipts = mezon.receipts
        self.store = store
        self.menus = menus
        self.tokenMonitor = tokenMonitor
        self.announcer = announcer
        self.time = time
        self.logger = logger
    }

    /// Runs until graceful shutdown. Events still in the socket then are recovered from history at the next start.
    func run() async throws {
        try await cancelWhenGracefulShutdown {
            do {
                try await withThrowingTaskGroup { group in
                    group.addTask { try await self.appends.failure() }
                    group.addTask { try await self.readEvents() }
                    try await group.next()
                    group.cancelAll()
                }
            } catch is CancellationError {}
        }
    }

    /// Isolated to the actor, so that no event leaves the event loop before it is handled.
    private func readEvents() async throws {
        try await withThrowingDiscardingTaskGroup { fetches in
            while let event = await socket.next(), !Task.isCancelled {
                for request in try await handle(event) { fetches.addTask { try await self.fetch(request) } }
            }
            fetches.cancelAll()
        }
    }

    /// Acknowledges durable events.
    nonisolated private func appended(_ events: [ReceivedEvent], me: UserID) {
        receipts?.note(events, me: me)
        tokenMonitor.note(events, me: me)
    }

    /// Handles one connection event and returns the required history requests.
    private func handle(_ event: ConnectionEvent) async throws -> [HistoryPageRequest] {
        if event.eventCount == 0 { try await appends.wait(downTo: 0) }
        switch event {
        case .connecting:
            backfill.hold()
            return []
        case .events(let pushed):
            let events = activities.filtered(pushed).filter { received in
                switch received.event {
                case .button(let click): !deduplicator.isDuplicate(click, at: time.uptime)
                // Transfers between others are none of the account's business, whatever the server sends.
                case .tokenSent(let transfer): transfer.sender == me || transfer.receiver == me
                default: true
                }
            }
            try await store.directory.learn(from: events)
            accounts.ask(about: events.lazy.map(\.event.actor).filter { [me] in $0 != me })
            let requests = try await begin(backfill.live(events))
            for case .memberLeft(let membership) in events.map(\.event) where membership.users.contains(me) {
                try await leave(membership.clan)
            }
            return requests
        case .clanJoined(let clan, let channels):
            try await join(clan, channels)
            return []
        case .ready(let snapshot):
            me = snapshot.me
            let requests = try await begin(snapshot)
            try await appendConnectionEvent()
            connected.open()
            members.ask(for: snapshot.clans.map(\.id))
            menus?.ask(for: snapshot.clans.map(\.id))
            announcer.connectionReady(snapshot)
            return requests
        case .lost:
            connected.close()
            if lostAt == nil { lostAt = time.now }
            return []
        case .session(let session):
            do {
                try await client.sessions.take(session)
            } catch {
                logger.warning("Pushed session rejected", metadata: ["session.error": "\(error)"])
            }
            return []
        }
    }

    /// Adds a clan that the bot has joined, and tells its moderators. Earlier messages are not recovered.
    private func join(_ clan: Clan, _ channels: [Channel]) async throws {
        let listing = try await MissedHistory(store, at: time.now).listing(channels)
        try await store.directory.remember(clans: [clan], channels: listing.channels)
        members.ask(for: [clan.id])
        menus?.ask(for: [clan.id])
        let seen = channels.count == 1 ? "one channel" : "\(channels.count) channels"
        try await store.journal.append([
            NewEntry(
                system: .news(
                    .init("The bot was added to the clan \(clan.name) and sees \(seen).", in: clan.id, at: time.now)))
        ])
    }

    private func leave(_ clan: ClanID) async throws {
        let name = store.directory.clan(clan)?.name ?? "\(clan)"
        try await store.directory.forget(clan)
        logger.warning("Clan left", metadata: ["clan.id": "\(clan)", "clan.name": "\(name)"])
        try await store.journal.append([
            NewEntry(
                system: .news(
                    .init("The bot was removed from the clan \(name); deliveries to it fail.", in: clan, at: time.now)))
        ])
    }

    /// Appends the event for rules that are triggered by the start or the end of an outage.
    private func appendConnectionEvent() async throws {
        let now = time.now
        if !isStarted {
            try await store.journal.append([NewEntry(system: .started(at: now))])
        } else if let lostAt {
            try await store.journal.append([NewEntry(system: .reconnected(gap: max(0, now.timeIntervalSince(lostAt)), at: now))])
        }
        isStarted = true
        lostAt = nil
    }

    private func begin(_ snapshot: ReadySnapshot) async throws -> [HistoryPageRequest] {
        let missed = MissedHistory(store, at: time.now)
        // The connection may have been dead for some time before that was noticed.
        let undetected = socket.timing.detectionTime / .seconds(1)
        let since = backfill.changesMissedSince(lostAt?.addingTimeInterval(-undetected))
        let steps = try await missed.begin(snapshot.clans, snapshot.channels, changedSince: since) { gaps, unchanged in
            backfill.begin(gaps, lookingAt: unchanged, at: missed.now)
        }
        return try await perform(steps)
    }

    /// Fetches the pages of a channel's history, and of further channels that follow it.
    private func fetch(_ request: HistoryPageRequest) async throws {
        var request = request
        while true {
            let next: [HistoryPageRequest]
            do {
                next = try await append(try await page(request), for: request)
            } catch let error as SessionError {
                next = try await abandon(request, reason: error)
            }
            guard let first = next.first else { return }
            // Further channels are fetched sequentially, so that the number of concurrent requests stays within the limit of the
            // backfill.
            for other in next.dropFirst() { try await fetch(other) }
            request = first
        }
    }

    private func append(_ page: ApiChannelMessageList, for request: HistoryPageRequest) async throws -> [HistoryPageRequest] {
        let known = try await MissedHistory.known(
            backfill.knownRange(request, page), in: request.channel.id, of: store)
        return try await perform(backfill.page(request, page, comparedWith: known, me: me, receivedAt: time.now))
    }

    /// Requests a page. Transient errors are retried for about a minute while live events wait; the gap is then left to
    /// `BackfillService`.
    private func page(_ request: HistoryPageRequest) async throws -> ApiChannelMessageList {
        try await withRetries(9, time: time, if: { ($0 as? SessionError)?.isTemporary == true }) {
            try await history.page(request.request)
        }
    }

    /// Ends the backfill of a channel whose history cannot be read. A gap remains if the error is transient.
    private func abandon(_ request: HistoryPageRequest, reason error: SessionError) async throws -> [HistoryPageRequest] {
        try await perform(backfill.failed(request, reason: "\(error)"), leavesGaps: error.isTemporary)
    }

    /// Performs steps without waiting until the released events are durable.
    private func begin(_ steps: [Backfill.Step]) async throws -> [HistoryPageRequest] {
        let work = BackfillWork(steps, logger: logger)
        guard work.gaps.isEmpty else { return try await perform(work) }
        if store.journal.queue(work.events, ifSaidBy: me) {
            appended(work.events, me: me)
            return work.requests
        }
        appends.begin()
        store.journal.queue(work.events, me: me, verify: appends.verify) { [self, me] error in
            if error == nil { appended(work.events, me: me) }
            appends.end(error)
        }
        try await appends.wait(downTo: maxAppends)
        return work.requests
    }

    /// Performs steps and returns the required history requests once the released events are durable.
    ///
    /// - Parameter leavesGaps: Whether unreadable history is worth a later attempt.
    private func perform(_ steps: [Backfill.Step], leavesGaps: Bool = true) async throws -> [HistoryPageRequest] {
        try await perform(BackfillWork(steps, leavesGaps: leavesGaps, logger: logger))
    }

    private func perform(_ work: BackfillWork) async throws -> [HistoryPageRequest] {
        if !work.gaps.isEmpty || !store.journal.queue(work.events, ifSaidBy: me) {
            try await store.gaps.append(work.events, me: me, leaving: work.gaps)
        }
        appended(work.events, me: me)
        return work.requests
    }
}
