package import ChatModel
package import Foundation

extension JournalReader {
    /// The refused and given-up deliveries, oldest first.
    package func givenUp(to channels: Set<ChannelID>, since: Date) async throws -> [Delivery] {
        try await database.read { try OutboxTable.givenUp(to: channels, since: since, in: $0) }
    }
}
