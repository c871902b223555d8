import ChatModel
import MezonBotApp
import Moderation
import Storage

/// Lookup of users, channels, clans and cases by the names that users give.
extension JournalReader {
    /// - Throws: `CommandError` for a name that is unknown or ambiguous.
    func user(named name: String, in scope: ClanScope = .everything) async throws -> UserID {
        if let id = UserID(name), !id.isNone { return id }
        let matches = try await users(named: name, in: scope)
        guard let id = matches.first, matches.count == 1 else {
            let ids = matches.sorted().map(\.description).joined(separator: ", ")
            throw CommandError(
                .failed,
                matches.isEmpty
                    ? "no recent user is named '\(name)'; pass the user id" : "'\(name)' is ambiguous: \(ids); pass the user id")
        }
        return id
    }

    /// - Throws: `CommandError` for a name that is unknown or ambiguous.
    func channel(named name: String, in places: VisiblePlaces = .everything) async throws -> ChannelID {
        do {
            return try await channelNames(in: places).channel(named: name)
        } catch let error as ChannelNameError {
            throw CommandError(.failed, "\(error)")
        }
    }

    /// - Throws: `CommandError` for a name that is unknown or ambiguous.
    func clan(_ name: String, in scope: ClanScope = .everything) async throws -> ClanID {
        let found = try await clans(named: name).filter(scope.contains)
        guard let clan = found.first, found.count == 1 else {
            guard found.isEmpty else {
                let ids = found.sorted().map(\.description).joined(separator: ", ")
                throw CommandError(.failed, "several clans are named '\(name)': \(ids); pass the clan id")
            }
            let nearest = Spelling.nearest(
                to: name,
                among: try await clans().filter { scope.contains($0.id) }.map(\.name).filter { !$0.isEmpty })
            throw CommandError(
                .failed, "there is no clan '\(name)'; " + (nearest.map { "did you mean '\($0)'?" } ?? "pass the clan id"))
        }
        return clan
    }

    /// The case for a reference.
    ///
    /// - Parameter clan: The clan given by another option; nil if there is none.
    /// - Throws: `CommandError` if the case does not exist, or if several clans have a case with this number and no clan is
    ///   given.
    func incident(
        _ reference: CaseReference, of clan: ClanID? = nil, in scope: ClanScope = .everything
    ) async throws -> Incident {
        var filter = CaseFilter()
        filter.number = reference.number
        filter.clan = clan
        if let name = reference.clan { filter.clan = try await self.clan(name, in: scope) }
        let found = try await incidents(filter, in: scope)
        guard let incident = found.first else {
            throw CommandError(
                .failed,
                filter.clan == nil
                    ? "there is no case \(reference.number); see `mezon-bot cases list`"
                    : "this clan has no case \(reference.number); see `mezon-bot cases list`")
        }
        guard found.count == 1 else {
            let listing = CaseListing(try await names(in: found.flatMap(\.measures)), in: try await timeZone())
            let lines = found.map { "  " + listing.line($0) }.joined(separator: "\n")
            throw CommandError(.failed, "several clans have a case \(reference.number); prefix the clan:\n\(lines)")
        }
        return incident
    }

    /// - Throws: `CommandError` for a rule that never existed, or that does not apply in the visible clans.
    func requireRule(_ rule: String, in places: VisiblePlaces) async throws {
        if places.scope.isEverything {
            if let unknown = try await whyUnknown(rule: rule) { throw CommandError(.failed, unknown) }
        } else if !places.shows(rule: rule) {
            throw CommandError(.failed, "there is no rule '\(rule)' in these clans")
        }
    }
}
