package import MezonModel
package import Persistence

/// A case as a person types it at the command line: `12`, or `lab/12` where several clans have a case of that number.
package struct CaseReference: Sendable, Hashable {
    /// The name or id of a clan, or `direct`; nil where none is named.
    package let clan: String?
    package let number: Int64

    /// Nil for a text that ends in no number.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let last = parts.last, let number = Int64(last.drop { $0 == "#" }), number > 0 else { return nil }
        let clan = parts.dropLast().joined(separator: "/")
        guard parts.count == 1 || !clan.isEmpty else { return nil }
        self.clan = parts.count == 1 ? nil : clan
        self.number = number
    }
}

extension JournalReader {
    /// The clans that a name stands for: a name of the configuration that came into force last, a clan's own name, or an id.
    package func clans(named name: String) async throws -> Set<ClanID> {
        if name == CaseNameResolver.direct { return [0] }
        if let id = try await editions().first?.clan(named: name) { return [id] }
        let named = Set(try await clans().filter { $0.name.lowercased() == name.lowercased() }.map(\.id))
        return named.isEmpty ? ClanID(name).map { [$0] } ?? [] : named
    }
}
