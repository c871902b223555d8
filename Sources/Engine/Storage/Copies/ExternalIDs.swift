package import ChatModel

/// Messages of other networks and the ids that those networks use for them.
package struct ExternalIDs: Sendable {
    let database: StoreDatabase

    /// The message with an external id; nil if it is unknown.
    package func message(named name: String, in channel: ChannelID) async throws -> MessageID? {
        try await database.read { try ExternalIDTable.message(named: name, in: channel, in: $0) }
    }

    /// The messages with several external ids. Unknown ids are omitted.
    package func messages(named names: [String], in channel: ChannelID) async throws -> [String: MessageID] {
        try await database.read { database in
            try names.reduce(into: [:]) { $0[$1] = try ExternalIDTable.message(named: $1, in: channel, in: database) }
        }
    }

    /// The external id of a message in a channel; nil if the network has no message ids or the message is unknown.
    package func name(of message: MessageID, in channel: ChannelID) async throws -> String? {
        try await database.read { try ExternalIDTable.name(of: message, in: channel, in: $0) }
    }

    /// The newest message of any other network that was received or sent; zero if there is none.
    package func newestForeignMessage() async throws -> MessageID {
        try await database.read { database in
            let received: Int64 = try database.value("SELECT max(message) FROM journal WHERE identity IS NOT NULL") ?? 0
            let sent: Int64 = try database.value("SELECT max(message) FROM relay_copy") ?? 0
            return [received, sent].map { MessageID($0) }.filter(\.isExternal).max() ?? 0
        }
    }
}
