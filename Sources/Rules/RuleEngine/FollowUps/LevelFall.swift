import BotKit
import ChatModel
import Foundation

/// The id of the job that ends a clan's alert level: `level.1`, for the clan.
struct LevelFall: Hashable, Sendable {
    private static let prefix = "level."

    let clan: ClanID
    var text: String { "\(Self.prefix)\(clan)" }

    init(in clan: ClanID) { self.clan = clan }

    /// Creates the id of the level that ends with an event; `nil` for any other event.
    init?(endingWith event: Event) {
        guard case .system(.due(let occurrence)) = event, occurrence.isForRule, occurrence.job.name.hasPrefix(Self.prefix),
            let clan = ClanID(String(occurrence.job.name.dropFirst(Self.prefix.count)))
        else { return nil }
        self.clan = clan
    }
}

extension RuleEvaluation {
    /// Lets the alert level fall whose time is over, unless it has been set again in the meantime.
    mutating func fall(_ occurrence: SystemEvent.Occurrence) {
        let key = AlertLevel.key(facts)
        guard let level = facts.state.expiredEntry(key), let end = level.until, end <= facts.now else {
            return decision.misses.append(.init(author: occurrence.author, reason: "the level has been set again"))
        }
        let ended = StoredLevel(level.text) ?? StoredLevel(.calm)
        var next = StateEntry(at: facts.now)
        next.text = ended.fallsTo.rawValue
        facts.state.change(key, ended.fallsTo == .calm ? .forget : .set(next), in: .real, at: facts.now)
        decision.results.append(
            AuthorResult(
                author: occurrence.author, actions: [], reason: "\(ended.level.rawValue) is over",
                summary: "the level falls to \(ended.fallsTo.rawValue)"))
        followUps.append(.level(ended.fallsTo))
        followUp()
    }
}
