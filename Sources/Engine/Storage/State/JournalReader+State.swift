import GRDB

extension JournalReader {
    package func botStateSizes() async throws -> [BotStateSize] {
        try await database.read { try BotTable.sizes(in: $0) }
    }
}
