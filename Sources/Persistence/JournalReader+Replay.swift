import GRDB
package import MezonModel

/// What was decided, in the order in which it was.
extension JournalReader {
    /// A ticket, and what became of it.
    package struct Decided: Sendable {
        package enum Standing: Sendable {
            case turned(RecordedTurn)
            /// It waits for its turn, and is on disk with what it came to, as JSON.
            case open(conclusion: String)
            /// It was lost in a crash and made again under another ticket, or it waits for its turn and changed nothing.
            case lost(version: String)
        }

        package var entry: Entry
        /// Zero where the rules were asked and had nothing to decide.
        package var ticket: Int64
        package var standing: Standing
    }

    /// What an entry came to, as far as rules are concerned.
    package struct RecordedTurn: Sendable {
        package var version: String
        package var trace: Trace
        /// What the decision saw of people and places, by number.
        package var sightings: [Int64]
        /// What it asked for, and wrote down about people; nothing where nobody did anything.
        package var deliveries: [Delivery] = []
        package var cases: [StoredCase] = []
        /// What bots were given about it and came to, of those of whom more is kept than the trace has.
        package var records: [InvocationRow] = []
    }

    package func starts() async throws -> [ProcessStart] { try await database.read { try ProcessStartTable.all(in: $0) } }

    /// What a start has relived, in its order.
    package func relived(_ start: ProcessStart) async throws -> [Entry] { try await database.read { try start.relived(in: $0) } }

    /// Decisions past a ticket, in their order.
    package func decided(after ticket: Int64, limit: Int) async throws -> [Decided] {
        try await database.read { try ReplayQueries.decided(after: ticket, limit: limit, in: $0) }
    }

    /// Entries past a sequence about which rules were asked and had nothing to decide, and those that have a bot try again.
    package func undecided(after sequence: Int64, limit: Int) async throws -> [Decided] {
        try await database.read { try ReplayQueries.undecided(after: sequence, limit: limit, in: $0) }
    }

    /// Records of bots past a number, in the order in which each bot decided, and whether there is a turn that asked bots.
    package func botRecords(
        after number: Int64, limit: Int
    ) async throws -> [(number: Int64, row: InvocationRow, hasTurn: Bool)] {
        try await database.read { try BotTable.records(after: number, limit: limit, in: $0) }
    }

    /// Records of the bots that were asked about an entry.
    package func botRecords(of sequence: Int64) async throws -> [InvocationRow] {
        try await database.read { try BotTable.records(of: sequence, in: $0) }
    }

    package func entry(_ sequence: Int64) async throws -> Entry? {
        try await database.read { try JournalTable.entry(sequence, in: $0) }
    }

    package func sightings(_ ids: Set<Int64>) async throws -> [Int64: String] {
        try await database.read { try DirectoryObservationTable.texts(of: ids, in: $0) }
    }

    /// What the decision about an entry saw of people and places.
    package func observations(of sequence: Int64) async throws -> [String] {
        try await database.read { database in
            guard try database.tableExists("sighting") else { return [] }
            let ids = try TurnTable.sightings(of: sequence, in: database)
            return try DirectoryObservationTable.texts(of: Set(ids), in: database).sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// The entries past a sequence that change who belongs to a clan, and with which roles.
    package func memberChanges(after sequence: Int64) async throws -> [Entry] {
        try await database.read { try JournalTable.memberChanges(after: sequence, in: $0) }
    }

    /// The account as which the bot last started; zero where no start is noted.
    package func lastAccount() async throws -> UserID {
        try await database.read { try $0.tableExists("start") ? ProcessStartTable.all(in: $0).last?.me ?? 0 : 0 }
    }

    /// Whether this file was brought up to what a replay needs.
    package func isReplayable() async throws -> Bool {
        try await database.read { try $0.tableExists("start") }
    }
}
