package import AsyncSupport
import ChatModel
import Foundation
import MezonProtocol
import Storage
import Synchronization

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
        // A process that has lost the lease may send until then.
        try await store.lease.waitUntilCurrent()
        let uptime = time.uptime
        let unsettled = try await withTimeout(.seconds(1), time: time) {
            try await self.unsettledSends()
        } onTimeout: {
            rate.limit
        }
        // The settlements have the times of the clock of the process that made them.
        let clock = (store.lease.predecessorTime ?? time.now) - (time.uptime - uptime) / .seconds(1)
        // The limiter keeps a margin beside the second.
        let settled = try await store.outbox.recentSends(since: clock - 2, limit: rate.limit)
        let starts = settled.map { uptime - max(.zero, .seconds(clock.timeIntervalSince($0))) }
        rate.note(startsAt: starts + repeatElement(uptime, count: unsettled))
    }

    /// The number of open deliveries to Mezon that were sent: messages that history shows, and all other requests.
    private func unsettledSends() async throws -> Int {
        guard let limit = rate?.limit else { return 0 }
        let pageSize = 1024
        let page = try await store.outbox.openDeliveries(after: state.withLock { $0.cursor }, limit: pageSize)
        let open = page.filter { !$0.destination.isExternal && !$0.destination.isWeb }
        let messages = Dictionary(grouping: open.filter(\.isMessage), by: \.destination)
        guard page.count < pageSize, messages.count <= limit else { return limit }
        return try await withThrowingTaskGroup(of: Int.self) { channels in
            for (destination, deliveries) in messages {
                channels.addTask { try await self.unsettledMessages(of: deliveries, to: destination) }
            }
            return try await channels.reduce(open.count { !$0.isMessage }, +)
        }
    }

    /// The number of the bot's messages in a channel's history that no settled delivery accounts for; that of the deliveries if there is
    /// no history.
    private func unsettledMessages(of deliveries: [Delivery], to destination: ChannelID) async throws -> Int {
        guard let channel = store.directory.channel(destination), let oldest = deliveries.map(\.originalID).min() else {
            return deliveries.count
        }
        let last = try await store.outbox.lastSent(to: destination, before: oldest) ?? 0
        let settled = try await store.outbox.sentMessages(to: destination, after: last)
        do {
            return try await sender(destination).history(of: channel, before: 0)
                .count { $0.author.id == me && $0.id > last && !settled.contains($0.id) }
        } catch let error where !(error is CancellationError) {
            return deliveries.count
        }
    }
}

extension Delivery {
    /// A Boolean value that indicates whether it creates a message that appears in the history of its destination.
    fileprivate var isMessage: Bool {
        switch try? ResolvedActionCodec.outgoing(payload).request {
        case .send, .thread, .relay: true
        default: false
        }
    }
}
