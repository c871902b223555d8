import Foundation
package import MezonModel
package import Persistence
package import Rules

extension JournalReader {
    /// Why nothing is known of a message, for a person.
    package func whyUnknown(_ message: MessageID) async throws -> String {
        let written = Snowflake.date(of: message)
        let (before, after) = try await neighbours(of: written)
        let head = "nothing is known of message \(message)"
        guard Snowflake.isPlausible(message) else { return "\(head): that is no id of a message" }
        switch (before, after) {
        case (nil, nil): return "\(head): the journal is empty"
        case (nil, let first?):
            return "\(head): it was written \(written.stamp), and this bot's journal begins \(first.receivedAt.stamp)"
        case (let last?, nil):
            return "\(head): it was written \(written.stamp), after the journal's last entry (\(last.receivedAt.stamp)); "
                + "no bot ran then, or it does not see that channel"
        case (let last?, let next?):
            return
                "\(head): it was written \(written.stamp), between the entries #\(last.sequence) (\(last.receivedAt.stamp)) and "
                + "#\(next.sequence) (\(next.receivedAt.stamp)); no bot ran then, or it does not see that channel"
        }
    }

    /// What rules may know of places and people, as the store knows them.
    package func surroundings() async throws -> Surroundings {
        let channels = Dictionary(uniqueKeysWithValues: try await channels().map { ($0.id, $0) })
        let members = Dictionary(try await members().map { (Key(user: $0.user, clan: $0.clan), $0) }) { first, _ in first }
        return Surroundings(
            member: { members[Key(user: $0, clan: $1)] }, channel: { channels[$0] }, clan: { _ in nil },
            channels: { clan in channels.values.filter { $0.clan == clan }.sorted { $0.id < $1.id } })
    }
}

private struct Key: Hashable {
    let user: UserID
    let clan: ClanID
}

extension Snowflake {
    /// Ids hold milliseconds since 2010; smaller numbers are something else.
    fileprivate static func isPlausible(_ message: MessageID) -> Bool { message.rawValue > 1 << 50 }
}
