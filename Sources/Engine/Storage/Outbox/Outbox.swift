package import ChatModel
import GRDB

/// Waiting deliveries and their settlement.
extension Store {
    package func openDeliveries(after id: Int64, limit: Int) async throws -> [Delivery] {
        try await database.read { try OutboxTable.open(after: id, limit: limit, in: $0) }
    }

    package func openDeliveries(to destination: ChannelID, after id: Int64, limit: Int) async throws -> [Delivery] {
        try await database.read { try OutboxTable.open(to: destination, after: id, limit: limit, in: $0) }
    }

    /// The number of the newest delivery; zero where there never was one.
    package func lastDelivery() async throws -> Int64 {
        try await database.read { try OutboxTable.last(in: $0) }
    }

    /// Before the first delivery that is not settled; also moves the mark there, so that the next start looks from there.
    package func settledThrough() async throws -> Int64 {
        let (mark, first, last) = try await database.read { database in
            let mark = try CheckpointTable.value(of: .settledThrough, in: database)
            return (mark, try OutboxTable.firstOpen(after: mark, in: database), try OutboxTable.last(in: database))
        }
        let through = first.map { $0 - 1 } ?? last
        if through > mark { try await commits.commit { try CheckpointTable.advance(.settledThrough, to: through, in: $0) } }
        return through
    }

    package func lastSent(to destination: ChannelID, before id: Int64) async throws -> MessageID? {
        try await database.read { try OutboxTable.lastSent(to: destination, before: id, in: $0) }
    }

    /// Settles deliveries and appends the resulting events to the journal.
    package func settle(_ settlements: [DeliveryResult]) async throws {
        guard !settlements.isEmpty else { return }
        let noted = try await commits.commit { [self] database in
            for settlement in settlements {
                try OutboxTable.settle(settlement, in: database)
                if let copy = settlement.copy {
                    for (line, message) in settlement.messages.enumerated() {
                        var copy = copy
                        copy.part += line
                        try RelayCopyTable.insert(copy, of: settlement.delivery, as: message, into: database)
                    }
                }
                for one in settlement.became {
                    guard let name = one.name else { continue }
                    try ExternalIDTable.insert(name, of: one.message, sentBy: settlement.delivery, into: database)
                }
            }
            let notes = try settlements.filter { settlement in
                // What was asked for because of a failure and fails too is told to nobody: it would go round for ever.
                guard settlement.note != nil, try OutboxTable.hasEndedFailedStep(settlement.delivery, in: database) else {
                    return false
                }
                return try OutboxTable.kindOfCause(of: settlement.delivery, in: database) != "system-delivery-failed"
            }
            let events = try notes.compactMap { settlement -> SystemEvent? in
                // What goes to no clan is told where it was asked for.
                guard case .failed(var failure)? = settlement.note, failure.clan.isNone else { return settlement.note }
                failure.clan = try OutboxTable.clanOfCause(of: settlement.delivery, in: database)
                return .failed(failure)
            }
            return try append(events.map { NewEntry(system: $0) }, to: database)
        }
        if noted > 0 { signalEntries() }
        settlementSignal.signal()
    }

    /// The state of the delivery that another delivery waits for.
    package func predecessors(of delivery: Delivery) async throws -> PredecessorStatus {
        try await database.read { try OutboxTable.predecessors(of: delivery, in: $0) }
    }

    /// The earlier deliveries of the same author to the same destination that an event about a new message caused.
    package func deliveries(about message: MessageID, before delivery: Delivery) async throws -> [Delivery] {
        try await database.read { try OutboxTable.deliveries(about: message, before: delivery, in: $0) }
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
}
