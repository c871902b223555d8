import BotConfig
import MezonModel
import Moderation
import Persistence

/// People and channels as a person names them.
extension JournalReader {
    /// - Throws: `CommandError` for a name that nobody, or more than one, has.
    func person(_ name: String) async throws -> UserID {
        if let id = UserID(name), !id.isNone { return id }
        let people = try await people(named: name)
        guard let id = people.first, people.count == 1 else {
            let ids = people.sorted().map(\.description).joined(separator: ", ")
            throw CommandError(
                .failed,
                people.isEmpty ? "nobody wrote lately as '\(name)'; give their id" : "'\(name)' may be \(ids); give the id")
        }
        return id
    }

    /// All that have a label, in whatever clan; an id stands for itself.
    ///
    /// - Throws: `CommandError` for a label that no channel has.
    func channels(named name: String) async throws -> Set<ChannelID> {
        let label = name.drop { $0 == "#" }
        let known = try await channels()
        let ids = Set(known.filter { $0.label == label }.map(\.id))
        if !ids.isEmpty { return ids }
        if let id = ChannelID(name), !id.isNone { return [id] }
        let nearest = Spelling.nearest(to: String(label), among: known.map(\.label).filter { !$0.isEmpty })
        throw CommandError(
            .failed, "there is no channel '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "; give its id"))
    }
}
