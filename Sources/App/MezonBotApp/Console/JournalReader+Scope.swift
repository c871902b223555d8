package import ChatModel
package import Moderation
package import RuleEngine
package import Storage

/// The part of the store that is visible in some clans.
extension JournalReader {
    /// The entries and deliveries that are visible in some clans.
    ///
    /// - Parameter rules: The active rules; nil for those of the newest revision.
    package func places(in scope: ClanScope, rules: [RuleListing]? = nil) async throws -> VisiblePlaces {
        guard !scope.isEverything else { return .everything }
        let channels = try await channels()
        let visible = channels.filter { scope.contains($0.clan) }
        let known = if let rules { rules } else { try await revisions().first?.rules?.listing ?? [] }
        let applying = known.filter { rule in visible.contains { rule.applies(in: $0) } }
        return VisiblePlaces(scope, channels: channels, rules: applying.map(\.id))
    }

    /// The users with a recent name in some clans.
    package func users(named name: String, in scope: ClanScope) async throws -> Set<UserID> {
        guard case .clans(let clans) = scope else { return try await users(named: name) }
        let names = try await names()
        return clans.reduce(into: []) { $0.formUnion(names.users(named: name, in: $1)) }
    }

    /// The names of the channels that are visible. Names of the configuration are omitted if only some clans are.
    package func channelNames(in places: VisiblePlaces) async throws -> ChannelNameResolver {
        guard !places.scope.isEverything else { return try await channelNames() }
        return ChannelNameResolver(
            channels: try await channels().filter { places.contains($0.id) },
            clans: try await clans().filter { places.scope.contains($0.id) }, names: nil)
    }

    /// The cases that a filter selects, in the order in which they were opened.
    package func incidents(_ filter: CaseFilter, in scope: ClanScope) async throws -> [Incident] {
        guard case .clans(let clans) = scope else { return try await incidents(filter) }
        var found: [Incident] = []
        for clan in clans.sorted() where filter.clan == nil || filter.clan == clan {
            var filter = filter
            filter.clan = clan
            found += try await incidents(filter)
        }
        return found.sorted { $0.firstMeasure < $1.firstMeasure }.suffix(filter.limit)
    }

    /// The open questions that were asked in visible channels.
    package func openQuestions(in places: VisiblePlaces) async throws -> [OpenQuestion] {
        try await openQuestions().filter { places.contains($0.channel) }
    }

    /// The dead letters of visible entries.
    package func deadLetters(all: Bool, in places: VisiblePlaces) async throws -> [DeadLetter] {
        let letters = try await deadLetters(all: all)
        guard !places.scope.isEverything else { return letters }
        var visible: [DeadLetter] = []
        for letter in letters where try await isVisible(letter, in: places) { visible.append(letter) }
        return visible
    }

    /// A dead letter of a visible entry; nil if there is none with this number.
    package func deadLetter(_ number: Int64, in places: VisiblePlaces) async throws -> DeadLetter? {
        guard let letter = try await deadLetter(number), try await isVisible(letter, in: places) else { return nil }
        return letter
    }

    private static let maxScannedJobs = 100_000  // Most of them may belong to other clans.

    /// The jobs of visible places, in the order of their due times; paused jobs last.
    package func jobs(of author: String?, limit: Int, in places: VisiblePlaces) async throws -> [StoredJob] {
        guard !places.scope.isEverything else { return try await jobs(of: author, limit: limit) }
        return Array(try await jobs(of: author, limit: Self.maxScannedJobs).filter(places.contains).prefix(limit))
    }

    /// A job of a visible place; nil if there is none with this id.
    package func job(_ id: Int64, in places: VisiblePlaces) async throws -> StoredJob? {
        try await job(id).flatMap { places.contains($0) ? $0 : nil }
    }

    private func isVisible(_ letter: DeadLetter, in places: VisiblePlaces) async throws -> Bool {
        guard !places.scope.isEverything else { return true }
        return try await entry(letter.sequence).map(places.contains) ?? false
    }
}

extension Incident {
    fileprivate var firstMeasure: Int64 { measures.map(\.id).min() ?? 0 }
}
