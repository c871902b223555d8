extension JournalReader {
    /// The open dead letters, or all stored ones, oldest first.
    package func deadLetters(all: Bool) async throws -> [DeadLetter] {
        try await database.read { try DeadLetterTable.deadLetters(all: all, in: $0) }
    }

    /// The number of open dead letters.
    package func openDeadLetterCount() async throws -> Int { try await database.read(DeadLetterTable.openCount) }

    package func deadLetter(_ number: Int64) async throws -> DeadLetter? {
        try await database.read { try DeadLetterTable.deadLetter(number, in: $0) }
    }
}
