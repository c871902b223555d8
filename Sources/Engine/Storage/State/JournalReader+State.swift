import GRDB

extension JournalReader {
    package func botMemorySizes() async throws -> [BotStateSize] {
        try await database.read { try BotTable.sizes(in: $0) }
    }
}
