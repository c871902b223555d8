import AsyncSupport
import ChatModel
import Logging
import MezonClient
import MezonProtocol
import ServiceLifecycle
import Storage

/// Fills the history gaps that could not be filled on reconnection, for as long as it takes.
///
/// Recovered messages are late: newer messages of the channel may already have their turns.
struct BackfillService: Service {
    let store: Store
    let page: @Sendable (ApiListChannelMessagesRequest) async throws -> ApiChannelMessageList
    /// Open while there is a connection.
    let connected: AsyncGate
    let me: UserID
    let time: any TimeSource
    let logger: Logger

    private static let minPause = Duration.seconds(60)
    private static let maxPause = Duration.seconds(3600)
    /// The maximum number of pages read at once for one gap, as many as a backfill reads.
    var maxPages = 1000

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            do {
                try await fillGaps()
            } catch is CancellationError {}
        }
    }

    private func fillGaps() async throws {
        try await fillAll()
        for await _ in store.gaps.signal.signals {
            // The history was unavailable a moment ago.
            try await time.sleep(for: Self.minPause)
            try await fillAll()
        }
    }

    private func fillAll() async throws {
        var pause = Self.minPause
        while try await !fill() {
            try await time.sleep(for: pause)
            pause = min(pause * 2, Self.maxPause)
        }
    }

    /// Tries each gap once. Returns whether none is left.
    func fill() async throws -> Bool {
        var isDone = true
        // The connectors of other networks read their own histories.
        for gap in try await store.gaps.all() where !gap.channel.isExternal {
            try await connected.waitUntilOpen()
            do {
                if let remainder = try await fill(gap) {
                    isDone = false
                    logger.info("History gap partly filled", metadata: ["channel.id": "\(remainder.channel)"])
                }
            } catch let error as SessionError where error.isTemporary {
                isDone = false
            } catch let error as SessionError {
                try await store.gaps.append([], closing: gap, leaving: nil)
                logger.warning(
                    "History gap abandoned: history unavailable",
                    metadata: ["channel.id": "\(gap.channel)", "backfill.reason": "\(error)"])
            }
        }
        return isDone
    }

    /// Fills a gap and returns the remaining part.
    private func fill(_ gap: HistoryGap) async throws -> HistoryGap? {
        let channel = store.directory.channel(gap.channel) ?? Channel(id: gap.channel, clan: gap.clan, label: "")
        var backfill = ChannelBackfill(channel, after: gap.after)
        var before = gap.before
        var remainder: HistoryGap?
        reading: while true {
            let fetch = HistoryPageRequest(channel: channel, before: before)
            let page = try await self.page(fetch.request)
            switch backfill.add(page.messages, before: before, receivedAt: time.now, pageLimit: maxPages) {
            case .fetch(let next): before = next
            case .read(let isComplete):
                if !isComplete {
                    remainder = HistoryGap(channel: gap.channel, clan: gap.clan, after: gap.after, before: backfill.oldestFound)
                }
                break reading
            }
        }
        let count = try await store.gaps.append(backfill.take().history, me: me, closing: gap, leaving: remainder)
        logger.info("History gap filled late", metadata: ["channel.id": "\(gap.channel)", "backfill.messages": "\(count)"])
        return remainder
    }
}
