import GRDB
import MezonModel

/// What rules remember.
extension Store {
    /// Queues a decision and what it changed, to be durable before anything that is asked for later. Returns at once.
    package func record(_ decision: OpenDecision, _ memos: [MemoRow]) {
        let asks = memos.contains { $0.kind == "question" }
        commits.queue { database in
            try DecisionTable.insert(decision, into: database)
            for memo in memos { try MemoTable.write(memo, in: database) }
        } then: { [self] in
            if asks { sanctionBell.ring() }
        }
    }

    /// What is remembered, the decisions that still wait for their turns, and the last ticket of all.
    package func remembered() async throws -> (memos: [MemoRow], open: [OpenDecision], lastTicket: Int64) {
        try await database.read { database in
            let open = try DecisionTable.all(in: database)
            let last = max(try TurnTable.lastTicket(in: database), open.last?.ticket ?? 0)
            return (try MemoTable.all(in: database), open, last)
        }
    }

    /// The last entries that have their turns, in the order in which rules decided them.
    package func entriesWithTurn(last limit: Int) async throws -> [Entry] {
        try await database.read { try JournalTable.withTurn(last: limit, in: $0) }
    }

    /// Notes the edition of the rules that decides from now on.
    package func note(edition version: String, files: String) async throws {
        let now = time.now
        try await commits.commit { try EditionTable.note(version, files: files, at: now, in: $0) }
    }
}
