package import ChatModel
import GRDB

/// State of connectors.
extension Store {
    /// Appends the events received by a connector and stores its reactions and state in one transaction.
    ///
    /// - Returns: the number of new events.
    @discardableResult
    package nonisolated(nonsending) func append(
        _ events: [NewEntry], reactions: [ExternalReaction.Change], noting notes: [ConnectorStateEntry]
    ) async throws -> Int {
        guard !events.isEmpty || !reactions.isEmpty || !notes.isEmpty else { return 0 }
        let count = try await commits.commit { [self] database in
            for change in reactions {
                switch change {
                case .come(let reaction): try ExternalReactionTable.insert(reaction, into: database)
                case .gone(let name, let channel): try ExternalReactionTable.delete(name, in: channel, from: database)
                }
            }
            for note in notes { try ConnectorStateTable.write(note, in: database) }
            return try append(events, to: database)
        }
        if count > 0 { signalEntries() }
        return count
    }

    package func connectorState(_ key: String, of port: String) async throws -> String? {
        try await database.read { try ConnectorStateTable.value(key, of: port, in: $0) }
    }

    /// An active reaction; nil if the id is unknown or the reaction was removed.
    package func reaction(named name: String, in channel: ChannelID) async throws -> ExternalReaction? {
        try await database.read { try ExternalReactionTable.reaction(named: name, in: channel, in: $0) }
    }

    /// A user's active reactions to a message.
    package func reactions(to message: MessageID, in channel: ChannelID, by person: UserID) async throws -> [ExternalReaction] {
        try await database.read { try ExternalReactionTable.reactions(to: message, in: channel, by: person, in: $0) }
    }
}
