package import ChatModel
package import Storage

extension JournalReader {
    /// Returns whether any data of a user is stored.
    package func knows(_ user: UserID) async throws -> Bool {
        let last = try await lastSequence()
        if try await members().contains(where: { $0.user == user }) { return true }
        let conversations = try await conversations(with: user)
        if try await botStates(under: { _ in true }).contains(where: { $0.isOf(user, in: conversations) }) { return true }
        let traces = try await UserEntryIndex(of: user, in: self, through: last)
        return !traces.own.isEmpty || !traces.names.isEmpty
    }

    /// The direct conversations with a user.
    func conversations(with user: UserID) async throws -> Set<ChannelID> {
        Set(try await channels().filter { $0.kind == .direct && $0.partner == user }.map(\.id))
    }

    /// The entries of the bot's own messages, which the server echoes and which need not name their addressee.
    func ownEntries(of messages: Set<MessageID>) async throws -> [Int64] {
        var sequences: [Int64] = []
        for message in messages.sorted() where !message.isNone {
            for line in try await lines(about: message) where line.entry.isOwn { sequences.append(line.entry.sequence) }
        }
        return sequences.sorted()
    }
}
