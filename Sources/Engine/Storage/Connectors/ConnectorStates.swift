package import ChatModel

/// The state of connectors and the reactions that they have received.
package struct ConnectorStates: Sendable {
    let database: StoreDatabase
    let journal: Journal

    /// Appends the events received by a connector and stores its reactions and state in one transaction.
    ///
    /// - Returns: The number of new events.
    @discardableResult
    package nonisolated(nonsending) func append(
        _ events: [NewEntry], reactions: [ExternalReaction.Change], storing states: [ConnectorStateEntry]
    ) async throws -> Int {
        guard !events.isEmpty || !reactions.isEmpty || !states.isEmpty else { return 0 }
        return try await database.commit { [journal] transaction in
            let database = transaction.database
            for change in reactions {
                switch change {
                case .added(let reaction): try ExternalReactionTable.insert(reaction, into: database)
                case .removed(let name, let channel): try ExternalReactionTable.delete(name, in: channel, from: database)
                }
            }
            for state in states { try ConnectorStateTable.write(state, in: database) }
            return try journal.append(events, in: transaction)
        }
    }

    package func value(_ key: String, of connection: String) async throws -> String? {
        try await database.read { try ConnectorStateTable.value(key, of: connection, in: $0) }
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
