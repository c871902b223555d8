package import ChatModel

/// Queries for decisions in their order.
extension JournalReader {
    /// A ticket and the status of its decision.
    package struct Decided: Sendable {
        package enum Status: Sendable {
            case turned(RecordedTurn)
            /// The decision waits for its turn and is stored as JSON.
            case open(decision: String)
            /// The decision was lost in a crash and repeated under another ticket, or it waits for its turn and changed no state.
            case lost(version: String)
        }

        package var entry: Entry
        /// The ticket; zero if the rules were evaluated and had nothing to decide.
        package var ticket: Int64
        package var status: Status
    }

    /// The outcome of an entry as far as rules are concerned.
    package struct RecordedTurn: Sendable {
        package var version: String
        /// The trace as stored; empty if outcomes are not read.
        let traceText: String
        /// A Boolean value that indicates whether the trace has a step other than a miss or a skip.
        package let hasActions: Bool
        /// The ids of the directory observations that the decision used.
        package var observations: [Int64]
        /// The deliveries and cases of the turn; empty if no handler acted.
        package var deliveries: [Delivery] = []
        package var cases: [StoredCase] = []
        /// The recorded inputs and results of bots, for bots that store more than the trace.
        package var records: [InvocationRow] = []

        init(version: String, traceText: String, observations: [Int64]) {
            self.version = version
            self.traceText = traceText
            self.observations = observations
            hasActions = Trace.hasActions(traceText)
        }

        /// The trace, which is parsed each time.
        package var trace: Trace { Trace(text: traceText) }
        /// A Boolean value that indicates whether the turn has no trace.
        package var isSilent: Bool { traceText.isEmpty }

        /// Returns whether a trace is the turn's, without parsing it.
        package func isTraced(as trace: Trace) -> Bool { trace.text == traceText }
    }

    package func starts() async throws -> [ProcessStart] { try await database.read { try ProcessStartTable.all(in: $0) } }

    /// The entries from which a start rebuilt rule state, in the order of their decisions.
    package func rebuildEntries(of start: ProcessStart) async throws -> [Entry] {
        try await database.read { try start.rebuildEntries(in: $0) }
    }

    /// Decisions after a ticket, in order.
    ///
    /// - Parameter withOutcomes: A Boolean value that indicates whether traces, deliveries, cases and records of bots are read.
    package func decided(after ticket: Int64, limit: Int, withOutcomes: Bool) async throws -> [Decided] {
        try await database.read {
            try ReplayQueries.decided(after: ticket, limit: limit, withOutcomes: withOutcomes, in: $0)
        }
    }

    /// The ticket of the last decided entry through a sequence; zero if there is none.
    package func ticket(through sequence: Int64) async throws -> Int64 {
        try await database.read { database in
            let sql = "SELECT ticket FROM turn WHERE sequence <= ? AND ticket > 0 ORDER BY sequence DESC LIMIT 1"
            return try database.value(sql, [sequence]) ?? 0
        }
    }

    /// Entries after a sequence for which rules were evaluated without a decision, and those that retry a dead letter.
    package func undecided(after sequence: Int64, limit: Int, withOutcomes: Bool) async throws -> [Decided] {
        try await database.read {
            try ReplayQueries.undecided(after: sequence, limit: limit, withOutcomes: withOutcomes, in: $0)
        }
    }

    /// Bot records after a number, in the order of each bot's decisions, and whether a turn that invoked bots exists.
    package func botRecords(
        after number: Int64, limit: Int
    ) async throws -> [(number: Int64, row: InvocationRow, hasTurn: Bool)] {
        try await database.read { try BotTable.records(after: number, limit: limit, in: $0) }
    }

    /// The records of the bots that were invoked for an entry.
    package func botRecords(of sequence: Int64) async throws -> [InvocationRow] {
        try await database.read { try BotTable.records(of: sequence, in: $0) }
    }

    package func entry(_ sequence: Int64) async throws -> Entry? {
        try await database.read { try JournalTable.entry(sequence, in: $0) }
    }

    /// The directory observations with several ids.
    package func observations(_ ids: Set<Int64>) async throws -> [Int64: String] {
        try await database.read { try DirectoryObservationTable.texts(of: ids, in: $0) }
    }

    /// The directory observations that the decision about an entry used.
    package func observations(of sequence: Int64) async throws -> [String] {
        try await database.read { database in
            guard try database.hasTable("directory_observation") else { return [] }
            let ids = try TurnTable.observations(of: sequence, in: database)
            return try DirectoryObservationTable.texts(of: Set(ids), in: database).sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// The entries after a sequence that change clan members or their roles.
    package func memberChanges(after sequence: Int64) async throws -> [Entry] {
        try await database.read { try JournalTable.memberChanges(after: sequence, in: $0) }
    }

    /// The entries after a sequence that report occurrences of jobs. All entries after it are read.
    package func jobOccurrences(after sequence: Int64) async throws -> [Entry] {
        try await database.read { try JournalTable.jobOccurrences(after: sequence, in: $0) }
    }

    /// The entries after a sequence that take back what rules did. All entries after it are read.
    package func rewinds(after sequence: Int64 = 0) async throws -> [Entry] {
        try await database.read { try JournalTable.rewinds(after: sequence, in: $0) }
    }

    /// The account of the last start; zero if no start is recorded.
    package func lastAccount() async throws -> UserID {
        try await database.read { try $0.hasTable("process_start") ? ProcessStartTable.all(in: $0).last?.me ?? 0 : 0 }
    }

    /// Returns whether the file's schema contains the data that a replay needs.
    package func isReplayable() async throws -> Bool {
        try await database.read { try $0.hasTable("process_start") }
    }
}
