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

    /// - Throws: `CommandError` for a name that no channel, or more than one, has.
    func channel(named name: String) async throws -> ChannelID {
        do {
            return try await places().channel(named: name)
        } catch let error as PlaceNameError {
            throw CommandError(.failed, "\(error)")
        }
    }
}
