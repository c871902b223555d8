package import AsyncSupport
import ChatModel
import Foundation
import Storage

/// The rate limit of the account.
extension DeliveryService {
    /// The messages that had to wait for the rate limit.
    package var rateLimitDelays: RateLimitDelays { rate?.delays ?? RateLimitDelays() }

    /// The number of messages that wait for the rate limit.
    var rateLimitedCount: Int { rate?.waiting ?? 0 }

    func waitForRateLimit(to destination: ChannelID) async throws {
        try await rate?.wait(for: store.directory.channel(destination)?.clan ?? 0)
    }

    /// Counts what was sent to Mezon within the second before this run, possibly by another process.
    func countEarlierSends() async throws {
        guard let rate else { return }
        // The settlements have the times of the clock of the process that made them.
        let (clock, uptime) = (store.lease.predecessorTime ?? time.now, time.uptime)
        // The limiter keeps a margin beside the second.
        let sends = try await store.outbox.recentSends(since: clock - 2, limit: rate.limit)
        rate.note(startsAt: sends.map { uptime - max(.zero, .seconds($0.map(clock.timeIntervalSince) ?? 0)) })
    }
}
