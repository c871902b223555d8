package import AsyncSupport
package import ChatModel
package import Foundation
import Synchronization

/// The outbox: waiting deliveries and their settlement.
package final class Outbox: Sendable {
    /// Signals stored delivery results.
    package let settlementSignal = AsyncSignal()

    private let database: StoreDatabase
    private let journal: Journal
    private let subscriber = Mutex<(any OutboxSubscriber)?>(nil)

    init(_ database: StoreDatabase, journal: Journal) {
        self.database = database
        self.journal = journal
    }

    /// Inserts deliveries in order, each with the sequence of its cause. Those that exist are omitted.
    func insert(_ deliveries: [(cause: Int64, delivery: NewDelivery)], at now: Date, in transaction: Transaction) throws {
        let ids = try OutboxTable.insert(deliveries, at: now, into: transaction.database)
        for (id, (cause, delivery)) in zip(ids, deliveries) {
            if let id { handOn(Delivery(delivery, as: id, cause: cause, at: now), in: transaction) }
        }
    }

    /// Hands deliveries on to a subscriber as they are committed. Earlier ones, those that are durable when this returns, are to be
    /// read from the outbox.
    package func handOn(to subscriber: any OutboxSubscriber) async throws {
        try await database.commit { [self] _ in self.subscriber.withLock { $0 = subscriber } }
    }

    /// Hands no more deliveries on.
    package func endHandingOn() { subscriber.withLock { $0 = nil } }

    private func handOn(_ delivery: Delivery, in transaction: Transaction) {
        guard subscriber.withLock({ $0 }) != nil else { return }
        transaction.deliveries.append(delivery)
        transaction.handOn(.deliveries) { [self, unowned transaction] in
            subscriber.withLock { $0 }?.take(transaction.deliveries)
        }
    }

    package func openDeliveries(after id: Int64, limit: Int) async throws -> [Delivery] {
        try await database.read { try OutboxTable.open(after: id, limit: limit, in: $0) }
    }

    package func openDeliveries(to destination: ChannelID, after id: Int64, limit: Int) async throws -> [Delivery] {
        try await database.read { try OutboxTable.open(to: destination, after: id, limit: limit, in: $0) }
    }

    /// The number of the newest delivery; zero if there has been none.
    package func lastDelivery() async throws -> Int64 {
        try await database.read { try OutboxTable.last(in: $0) }
    }

    /// The last delivery before the first one that is not settled; also moves the checkpoint there, from which the next start looks.
    package func settledThrough() async throws -> Int64 {
        let (checkpoint, first, last) = try await database.read { database in
            let checkpoint = try CheckpointTable.value(of: .settledThrough, in: database)
            return (checkpoint, try OutboxTable.firstOpen(after: checkpoint, in: database), try OutboxTable.last(in: database))
        }
        let through = first.map { $0 - 1 } ?? last
        if through > checkpoint {
            try await database.commit { try CheckpointTable.advance(.settledThrough, to: through, in: $0.database) }
        }
        return through
    }

    /// The times of the settlements since a time of deliveries to Mezon.
    ///
    /// - Parameter limit: An eighth of the number of deliveries to look at, the newest ones.
    package func recentSends(since date: Date, limit: Int) async throws -> [Date] {
        try await database.read { try OutboxTable.recentSends(since: date, limit: limit, in: $0) }
    }

    package func lastSent(to destination: ChannelID, before id: Int64) async throws -> MessageID? {
        try await database.read { try OutboxTable.lastSent(to: destination, before: id, in: $0) }
    }

    /// Settles the deliveries that `take` returns when the commit begins, without waiting for it.
    ///
    /// - Parameters:
    ///   - waits: Pass true to share the next commit of another write.
    ///   - mayAppend: Pass false if no result has an event to be appended to the journal.
    ///   - take: Returns the results; called once.
    ///   - then: Called once they are durable.
    package func settle(
        waits: Bool, mayAppend: Bool, _ take: @escaping @Sendable () -> [DeliveryResult], then: @escaping @Sendable () -> Void
    ) {
        // A commit that is retried settles the same results.
        let taken = Mutex<[DeliveryResult]?>(nil)
        database.writer.queue(atMost: mayAppend ? nil : 0, isLazy: waits) { [self] transaction in
            let results = taken.withLock { taken in
                let results = taken ?? take()
                taken = results
                return results
            }
            if !results.isEmpty { try settle(results, in: transaction) }
        } then: {
            then()
        }
    }

    /// Commits what waits for the next commit, without waiting for it.
    package func flush() { database.writer.flush() }

    /// Commits what waits for the next commit. Returns once it is durable.
    package func commitQueued() async throws { try await database.commit(atMost: 0) { _ in } }

    /// Settles deliveries and appends the resulting events to the journal.
    package func settle(_ results: [DeliveryResult]) async throws {
        guard !results.isEmpty else { return }
        try await database.commit { [self] in try settle(results, in: $0) }
    }

    func settle(_ results: [DeliveryResult], in transaction: Transaction) throws {
        let database = transaction.database
        try OutboxTable.settle(results, in: database)
        for result in results {
            try Self.storeCopies(of: result, in: database)
            try Self.storeDeadLetter(of: result, in: database)
            transaction.counts.add(result.outcome)
        }
        let events = try results.compactMap { try Self.event(of: $0, in: database) }
        try journal.append(events.filter { $0.failedOrder == nil }.map { NewEntry(system: $0) }, in: transaction)
        for event in events {
            guard let failure = event.failedOrder else { continue }
            // The dead letter is that of the report, which belongs to the clan of the order and names it.
            try DeadLetterTable.insert(
                try journal.append(event, in: transaction), failure.author,
                because: "the order for tokens of #\(failure.cause) failed: \(failure.reason)", tries: 1, at: failure.at,
                into: database)
        }
        transaction.signal(settlementSignal)
    }

    private static func storeCopies(of result: DeliveryResult, in database: any SQLSession) throws {
        if let copy = result.copy {
            for (line, message) in result.messages.enumerated() {
                var copy = copy
                copy.part += line
                try RelayCopyTable.insert(copy, of: result.delivery, as: message, into: database)
            }
        }
        for message in result.deletedCopies { try RelayCopyTable.delete(message, of: result.delivery, in: database) }
        for one in result.externalMessages {
            guard let externalID = one.externalID else { continue }
            try ExternalIDTable.insert(externalID, of: one.message, sentBy: result.delivery, into: database)
        }
    }

    /// Lists a web request without a response for the operator. Its bot is told by the event.
    private static func storeDeadLetter(of result: DeliveryResult, in database: any SQLSession) throws {
        guard case .response(let response)? = result.note, let failure = response.failure,
            let (cause, author) = try OutboxTable.origin(of: result.delivery, in: database)
        else { return }
        try DeadLetterTable.insert(
            cause, author, because: "the web request '\(response.name)' failed: \(failure)", tries: 1, at: result.at,
            into: database)
    }

    /// The event that reports a result; nil if the result is not reported.
    private static func event(of result: DeliveryResult, in database: any SQLSession) throws -> SystemEvent? {
        if case .response? = result.note { return result.note }
        // A failed delivery that was caused by a failure is not reported, because that would never end.
        guard let event = result.note, try OutboxTable.hasEndedFailedStep(result.delivery, in: database),
            try OutboxTable.kindOfCause(of: result.delivery, in: database) != "system-delivery-failed"
        else { return nil }
        // A delivery to no clan is reported in the clan of its cause.
        guard case .failed(var failure) = event, failure.clan.isNone else { return event }
        failure.clan = try OutboxTable.clanOfCause(of: result.delivery, in: database)
        return .failed(failure)
    }

    /// The state of the delivery that another delivery waits for.
    package func predecessors(of delivery: Delivery) async throws -> PredecessorStatus {
        try await database.read { try OutboxTable.predecessors(of: delivery, in: $0) }
    }

    /// The earlier deliveries of the same author to the same destination that an event about a new message caused.
    package func deliveries(about message: MessageID, before delivery: Delivery) async throws -> [Delivery] {
        try await database.read { try OutboxTable.deliveries(about: message, before: delivery, in: $0) }
    }

    /// The delivery to which a reference refers; nil if there is none.
    package func delivery(_ reference: DeliveryReference) async throws -> Delivery? {
        try await database.read { try OutboxTable.delivery(reference, in: $0) }
    }

    /// The later deliveries of the same author to the same destination that edits and deletions of a message caused, in their order.
    package func deliveries(concerning message: MessageID, after delivery: Delivery) async throws -> [Delivery] {
        try await database.read { try OutboxTable.deliveries(concerning: message, after: delivery, in: $0) }
    }

    /// The waiting deliveries of each destination; destinations without any are omitted.
    package func waitingDeliveries() async throws -> [ChannelID: Backlog] {
        try await database.read {
            try OutboxTable.waiting(after: try CheckpointTable.value(of: .settledThrough, in: $0), in: $0)
        }
    }

    package func deliveryCounts() async throws -> [Delivery.Status: Int] {
        try await database.read { try OutboxTable.counts(in: $0) }
    }

    /// The number of deliveries that were not sent, by status. The sent ones would have to be counted one by one.
    package func unsentCounts() async throws -> [Delivery.Status: Int] {
        try await database.read {
            try OutboxTable.unsentCounts(after: try CheckpointTable.value(of: .settledThrough, in: $0), in: $0)
        }
    }

    /// Moves refused and given-up deliveries behind all waiting ones, in their order. Deliveries that were redacted by an erasure
    /// or the retention policy stay as they are.
    ///
    /// - Parameter predicate: Returns whether a delivery is moved.
    /// - Returns: The number of deliveries moved.
    package func reopen(
        to channels: Set<ChannelID>, since: Date, where predicate: @escaping @Sendable (Delivery) -> Bool
    ) async throws -> Int {
        try await database.commit { [self] transaction in
            let ids = try OutboxTable.givenUp(to: channels, since: since, in: transaction.database).filter(predicate).map(\.id)
            for id in ids {
                if let delivery = try OutboxTable.reopen(id, in: transaction.database) { handOn(delivery, in: transaction) }
            }
            return ids.count
        }
    }

    /// A delivery that was given up, by its original number; nil if it is not given up any more, or was redacted.
    package func givenUp(_ original: Int64, of cause: Int64) async throws -> Delivery? {
        try await database.read { try OutboxTable.givenUp(original, of: cause, in: $0) }
    }

    /// Closes the dead letter of a delivery, which is moved behind all waiting ones and keeps the key of its first attempt.
    ///
    /// - Parameters:
    ///   - original: The original number of the delivery.
    ///   - event: The event that records who asked for it.
    /// - Returns: False if the delivery is not given up any more, or the dead letter not open.
    package func reopen(
        _ original: Int64, of cause: Int64, closing deadLetter: Int64, by event: SystemEvent
    ) async throws -> Bool {
        try await database.commit { [self] transaction in
            let database = transaction.database
            guard let givenUp = try OutboxTable.givenUp(original, of: cause, in: database),
                try DeadLetterTable.close(deadLetter, as: .retried, in: database),
                let delivery = try OutboxTable.reopen(givenUp.id, in: database)
            else { return false }
            handOn(delivery, in: transaction)
            try journal.append([NewEntry(system: event)], in: transaction)
            return true
        }
    }

    /// The messages of a channel after `message` that are known results of deliveries.
    package func sentMessages(to channel: ChannelID, after message: MessageID) async throws -> Set<MessageID> {
        try await database.read { try OutboxTable.sent(to: channel, after: message, in: $0) }
    }

    /// Counts the application's own messages that none of the newest deliveries accounts for. Of a split message only the first
    /// part's id is stored; messages that follow soon in the same channel count as its other parts.
    package func unaccounted(among messages: Set<MessageID>) async throws -> Int {
        try await database.read { database in try messages.count { try !OutboxTable.accounts(for: $0, in: database) } }
    }
}

extension SystemEvent {
    /// The failure of an order for tokens; nil for other events.
    fileprivate var failedOrder: Failure? {
        if case .failed(let failure) = self, failure.order != nil { failure } else { nil }
    }
}
