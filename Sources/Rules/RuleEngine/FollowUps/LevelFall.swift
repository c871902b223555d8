import BotKit
import ChatModel

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
