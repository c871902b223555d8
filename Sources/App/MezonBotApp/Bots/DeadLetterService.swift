import ChatModel
import EventProcessing
import Foundation
import Storage

/// Retries and discards dead letters.
struct DeadLetterService: Sendable {
    enum RetryError: Error, Equatable, CustomStringConvertible {
        case unknown(Int64)
        case closed(Int64, DeadLetter.State)
        case askedByRule(Int64)
        case entryGone(Int64)
        case orderGone(Int64)
        case orderTooOld(Int64)

        var description: String {
            switch self {
            case .unknown(let number): "dead letter \(number) not found"
            case .closed(let number, let state): "dead letter \(number) is already \(state.rawValue)"
            case .askedByRule(let number):
                "dead letter \(number) comes from a bot that a rule ran with its own text; trigger the rule again instead"
            case .entryGone(let number): "the entry of dead letter \(number) is no longer in the journal"
            case .orderGone(let number):
                "the order of dead letter \(number) waits, is executed or was erased; discard the dead letter"
            case .orderTooOld(let number):
                "the order of dead letter \(number) is more than two days old and may have been executed; look at the account's transfers"
            }
        }
    }

    let store: Store
    let time: any TimeSource

    /// The age up to which an order is executed again whose last result is unknown. The chain is searched for earlier attempts of the
    /// last three days.
    private static let maxOrderAge: TimeInterval = 2 * 86_400

    /// - Throws: `RetryError`.
    func retry(_ number: Int64, by name: String? = nil) async throws -> String {
        let deadLetter = try await open(number)
        guard let entry = try await store.journal.entry(deadLetter.sequence) else { throw RetryError.entryGone(number) }
        if case .system(.failed(let failure))? = entry.event, let order = failure.order {
            return try await execute(order, of: failure, deadLetter, by: name)
        }
        guard !deadLetter.author.contains("/") else { throw RetryError.askedByRule(number) }
        // A second failure is that of the retry, which has no event of its own.
        let original = if case .system(.retried(let earlier))? = entry.event { earlier.entry } else { deadLetter.sequence }
        let event = SystemEvent.retried(
            .init(
                deadLetter: number, entry: original, failedEntry: deadLetter.sequence, author: deadLetter.author,
                clan: entry.clan,
                channel: entry.channel,
                by: name ?? SystemEvent.command, at: time.now))
        guard try await store.deadLetters.retry(deadLetter, by: event) else { throw RetryError.closed(number, .retried) }
        return "\(deadLetter.author) retries entry #\(original); `mezon-bot journal` shows the result"
    }

    /// Has an order for tokens executed again, without its bot. It keeps the id of its first attempt, by which the chain knows an order
    /// that was executed after all.
    private func execute(
        _ order: Int64, of failure: SystemEvent.Failure, _ deadLetter: DeadLetter, by name: String?
    ) async throws -> String {
        let number = deadLetter.number
        guard let delivery = try await store.outbox.givenUp(order, of: failure.cause) else { throw RetryError.orderGone(number) }
        guard delivery.status != .dead || time.now.timeIntervalSince(delivery.createdAt) <= Self.maxOrderAge else {
            throw RetryError.orderTooOld(number)
        }
        let event = SystemEvent.operated(
            .init(
                .retriedOrder, number, of: deadLetter.author, clan: failure.clan, channel: failure.channel,
                by: name ?? SystemEvent.command, at: time.now))
        guard try await store.outbox.reopen(order, of: failure.cause, closing: number, by: event) else {
            throw RetryError.closed(number, .retried)
        }
        return
            "the order of \(deadLetter.author) for #\(failure.cause) is executed again; if it fails, it has another dead letter"
    }

    /// - Throws: `RetryError`.
    func discard(_ number: Int64, by name: String? = nil) async throws -> String {
        let deadLetter = try await open(number)
        let entry = try await store.journal.entry(deadLetter.sequence)
        let event = SystemEvent.operated(
            .init(
                .discardedDeadLetter, number, of: deadLetter.author, clan: entry?.clan ?? 0, channel: entry?.channel ?? 0,
                by: name ?? SystemEvent.command, at: time.now))
        guard try await store.deadLetters.discard(deadLetter.number, by: event) else {
            throw RetryError.closed(number, .discarded)
        }
        return "dead letter \(number) discarded"
    }

    private func open(_ number: Int64) async throws -> DeadLetter {
        guard let deadLetter = try await store.reader.deadLetter(number) else { throw RetryError.unknown(number) }
        guard deadLetter.state == .open else { throw RetryError.closed(number, deadLetter.state) }
        return deadLetter
    }
}
