package import ChatModel
package import Foundation
import MezonClient
package import MezonProtocol
import Storage
import Synchronization

/// Recovery of missed messages from history, as in the running application.
extension SteppedApplication {
    /// Holds events back from now on, because a connection is being opened.
    package func holdEvents() { backfill.withLock { $0.hold() } }

    /// Reads what the connection has missed, and releases the events that were held back.
    ///
    /// - Parameters:
    ///   - channels: The channels as the server lists them.
    ///   - lostAt: The time at which the connection before was lost; nil at the start of the application. Changes of known messages are
    ///     looked for after short outages, too.
    ///   - page: Returns a page of a channel's history.
    /// - Throws: `StorageError`, and the errors of the pages.
    package func readMissedHistory(
        of clans: [Clan], _ channels: [Channel], downSince lostAt: Date?,
        page: (ApiListChannelMessagesRequest) throws -> ApiChannelMessageList
    ) async throws {
        let missed = MissedHistory(store, at: time.now, policy: MissedChangesPolicy(minOutage: Self.minOutage))
        let since = backfill.withLock { $0.changesMissedSince(lostAt) }
        let steps = try await missed.begin(clans, channels, changedSince: since) { gaps, unchanged in
            backfill.withLock { $0.begin(gaps, lookingAt: unchanged, at: missed.now) }
        }
        var requests = try await append(steps)
        while let request = requests.popLast() {
            let page = try page(request.request)
            let range = backfill.withLock { $0.knownRange(request, page) }
            let known = try await MissedHistory.known(range, in: request.channel.id, of: store)
            let steps = backfill.withLock { [me, now = time.now] in
                $0.page(request, page, comparedWith: known, me: me, receivedAt: now)
            }
            requests += try await append(steps)
        }
    }

    /// Seconds: connections that are lost one after the other at one moment are no outages of their own.
    private static let minOutage = 0.05

    /// Appends the events that steps of the backfill release. Returns the pages that it needs next.
    func append(_ steps: [Backfill.Step]) async throws -> [HistoryPageRequest] {
        let work = BackfillWork(steps, logger: logger)
        if !work.events.isEmpty || !work.gaps.isEmpty {
            try await store.gaps.append(work.events, me: me, leaving: work.gaps)
        }
        return work.requests
    }
}
