package import ChatModel

/// Copies of messages in other channels, and of files on other networks.
package struct MessageCopies: Sendable {
    let database: StoreDatabase

    /// The copies of a message that an author has created in a channel, part by part.
    package func copies(of origin: MessageID, in channel: ChannelID, by author: String) async throws -> [MessageID] {
        try await database.read { try RelayCopyTable.copies(of: origin, in: channel, by: author, in: $0) }
    }

    /// The counterpart of a message in another channel: its copy, its original, or another copy of the original.
    package func counterpart(of message: MessageID, in channel: ChannelID) async throws -> RelayCounterpart? {
        try await database.read { database in
            if let copy = try RelayCopyTable.copy(of: message, in: channel, in: database) {
                return RelayCounterpart(message: copy, author: 0)
            }
            guard let origin = try RelayCopyTable.origin(of: message, in: database) else { return nil }
            if origin.channel == channel { return RelayCounterpart(message: origin.message, author: origin.author) }
            return try RelayCopyTable.copy(of: origin.message, in: channel, in: database).map {
                RelayCounterpart(message: $0, author: 0)
            }
        }
    }

    /// The result of copying the file at an address to another network; nil if no attempt is stored.
    package func fileCopy(of source: String, at network: String) async throws -> FileCopy? {
        try await database.read { try FileCopyTable.copy(of: source, at: network, in: $0) }
    }

    /// Stores the result of copying a file. Returns once it is durable.
    package func note(_ copy: FileCopy, of source: String, at network: String) async throws {
        try await database.commit { try FileCopyTable.write(copy, of: source, at: network, in: $0.database) }
    }
}
