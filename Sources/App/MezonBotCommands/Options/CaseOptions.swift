import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Storage

/// Options that select cases.
struct CaseOptions: ParsableArguments {
    @Option(help: ArgumentHelp("User: an id or a recent name", valueName: "user"))
    var user: String?

    @Option(help: ArgumentHelp("Clan: a name, an id, or 'direct' for direct conversations", valueName: "clan"))
    var clan: String?

    @Option(help: ArgumentHelp("Rule that opened the case", valueName: "rule"))
    var rule: String?

    @Option(help: ArgumentHelp("Maximum age: 30m, 1h, 7d", valueName: "age"))
    var since: DurationArgument?

    /// - Throws: `CommandError` for a name that is unknown or ambiguous, and for a rule that never existed.
    func filter(_ reader: JournalReader, in places: VisiblePlaces = .everything) async throws -> CaseFilter {
        var filter = CaseFilter()
        // Other authors than rules have cases too; they are given in full, as the list shows them.
        if let rule, !rule.contains(":") { try await reader.requireRule(rule, in: places) }
        filter.author = rule.map { $0.contains(":") ? $0 : "rule:\($0)" }
        filter.since = since?.before(SystemTime().now)
        if let user { filter.user = try await reader.user(named: user, in: places.scope) }
        if let clan { filter.clan = try await reader.clan(clan, in: places.scope) }
        return filter
    }
}

extension CaseReference: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
