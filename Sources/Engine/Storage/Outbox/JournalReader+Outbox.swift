package import ChatModel
package import Foundation

extension JournalReader {
    /// The refused and given-up deliveries, oldest first.
    package func givenUp(to channels: Set<ChannelID>, since: Date) async throws -> [Delivery] {
        try await database.read { try OutboxTable.givenUp(to: channels, since: since, in: $0) }
    }

    /// The payloads of the deliveries of bots because of entries in a range, with these entries.
    package func payloadsOfBots(
        causedFrom first: Int64, through last: Int64
    ) async throws -> [(cause: Int64, payload: [UInt8])] {
        try await database.read { try ReplayQueries.payloadsOfBots(causedFrom: first, through: last, in: $0) }
    }
}
