package import ChatModel
package import Storage

/// A case reference as typed on the command line: `12`, or `lab/12` if several clans have a case of that number.
package struct CaseReference: Sendable, Hashable {
    /// The name or id of a clan, or `direct`; `nil` if none is given.
    package let clan: String?
    package let number: Int64

    /// Parses a reference; `nil` for a text that does not end in a number.
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
    /// Returns the clans that a name refers to: a name in the latest configuration, a clan's own name, or an id.
    package func clans(named name: String) async throws -> Set<ClanID> {
        if name == CaseNameResolver.direct { return [0] }
        if let id = try await revisions().first?.clan(named: name) { return [id] }
        let named = Set(try await clans().filter { $0.name.lowercased() == name.lowercased() }.map(\.id))
        return named.isEmpty ? ClanID(name).map { [$0] } ?? [] : named
    }
}
