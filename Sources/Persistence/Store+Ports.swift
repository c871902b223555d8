import GRDB
package import MezonModel

/// What ports keep.
extension Store {
    /// Appends what a port has taken in, and notes what became of reactions and where it has got to: all of it is durable, or nothing.
    ///
    /// - Returns: how many events were new.
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
        if count > 0 { ringForEntries() }
        return count
    }

    package func portNote(_ key: String, of port: String) async throws -> String? {
        try await database.read { try ConnectorStateTable.value(key, of: port, in: $0) }
    }

    /// A reaction that stands; nil where none is called so, or it was taken back.
    package func reaction(named name: String, in channel: ChannelID) async throws -> ExternalReaction? {
        try await database.read { try ExternalReactionTable.reaction(named: name, in: channel, in: $0) }
    }

    /// Somebody's reactions to a message that stand.
    package func reactions(to message: MessageID, in channel: ChannelID, by person: UserID) async throws -> [ExternalReaction] {
        try await database.read { try ExternalReactionTable.reactions(to: message, in: channel, by: person, in: $0) }
    }
}
