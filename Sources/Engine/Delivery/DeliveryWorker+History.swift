import ChatModel
import Foundation
import Storage

/// Verification of unacknowledged sends in a channel's history.
extension DeliveryWorker {
    /// The maximum time by which the server may reorder sends to one channel that are in flight together.
    private static let maxReordering: Duration = .seconds(2)

    /// Searches for the message of an earlier attempt. Requests that are safe to repeat are not searched for.
    mutating func settledByHistory(
        _ part: ResolvedAction, of delivery: Delivery, in channel: Channel
    ) async throws -> MessageID? {
        let reference: Reference? =
            switch part.request {
            case .send(_, let answering, _), .thread(_, let answering): answering
            default: nil
            }
        guard part.isKept, let draft = part.draft else { return nil }
        switch sender.repetition {
        case .verified: break
        case .idempotent: return nil
        case .unverified:
            service.noteUnverified(delivery, because: "the network provides no history")
            return nil
        }
        var attempts = 0
        while ownMessages == nil {
            do {
                ownMessages = try await readOwnMessages(since: delivery, answering: reference, in: channel)
            } catch let error where !(error is CancellationError) {
                attempts += 1
                guard attempts < historyAttempts else {
                    historyAttempts = 1
                    service.noteUnverified(delivery, because: "\(error)")
                    return nil
                }
                try await service.time.sleep(for: service.historyPause(after: attempts))
            }
        }
        historyAttempts = 4
        if let message = ownMessages?.messages.claim(draft, answering: reference, orOtherReference: isCopy) { return message }
        if ownMessages?.isComplete == false {
            service.noteUnverified(delivery, because: "the message may be further back than \(service.maxHistoryPages) pages")
        }
        return nil
    }

    private mutating func readOwnMessages(
        since delivery: Delivery, answering reference: Reference?, in channel: Channel
    ) async throws -> (SentMessageFinder, isComplete: Bool) {
        try await service.resultWriter.waitUntilDurable(through: service.resultWriter.settledCount)
        var last = try await service.store.outbox.lastSent(to: destination, before: delivery.originalID)
        if let lastSent, !delivery.isResend { last = max(last ?? 0, lastSent) }
        // Sends that were in flight together may have been reordered, so an open one may be older than the last settled one.
        last = last.map { Snowflake.earlier($0, by: Self.maxReordering) }
        // A resent delivery searches from its first attempt and must skip messages sent since then.
        let others = try await service.store.outbox.sentMessages(to: destination, after: last ?? 0)
        // An answer follows the message that it answers. Without either, the search goes back one day, to allow for an inaccurate
        // clock.
        let dayBefore = Snowflake.floor(of: delivery.createdAt.addingTimeInterval(-86_400))
        let oldest =
            last ?? reference?.message
            ?? (destination.isExternal ? MessageID(foreignSnowflake: dayBefore) : MessageID(dayBefore))
        var messages: [Message] = []
        var cursor: MessageID = 0
        var isComplete = false
        for _ in 0..<service.maxHistoryPages {
            let page = try await sender.history(of: channel, before: cursor)
            messages += page.filter { $0.author.id == service.me && !others.contains($0.id) }
            guard let first = page.map(\.id).min(), first > oldest, cursor.isNone || first < cursor else {
                isComplete = true
                break
            }
            cursor = first
        }
        return (SentMessageFinder(messages, by: service.me, after: oldest), isComplete)
    }
}
