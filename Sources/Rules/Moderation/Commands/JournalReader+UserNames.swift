package import ChatModel
import EventProcessing
package import Storage

extension JournalReader {
    /// Returns the accounts that recently wrote under a name: the username, the display name or the clan nickname. Case is
    /// ignored.
    package func users(named name: String) async throws -> Set<UserID> {
        let wanted = name.drop { $0 == "@" }.lowercased()
        var found: Set<UserID> = []
        let maxEntries: Int64 = 20_000  // Entries: a few days of a busy clan, read in a second or two.
        var position = max(0, try await lastSequence() - maxEntries)
        while true {
            let entries = try await entries(after: position, limit: 1000)
            guard let last = entries.last else { return found }
            position = last.sequence
            for entry in entries {
                guard case .message(let message) = entry.event else { continue }
                let names = [message.author.username, message.author.displayName, message.author.clanNick]
                if names.contains(where: { $0.lowercased() == wanted }) { found.insert(message.author.id) }
            }
        }
    }
}
