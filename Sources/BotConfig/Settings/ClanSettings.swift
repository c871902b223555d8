package import Foundation
package import MezonModel

/// The settings that may differ between clans, as they are in force in one of them.
package struct ClanSettings: Hashable, Sendable {
    /// The prefix of a command.
    package var prefix: String
    /// The language of the bot's own texts.
    package var locale: BotSettings.Locale
    package var timeZone: TimeZone
    package var moderation: ModerationSettings
    /// The bots of this build that are switched on, with their options.
    package var plugins: [EnabledBotSettings]
}

extension Configuration {
    /// The settings in force in a clan: its own under `clans`, and those of the top level where it has none. Zero stands for what
    /// belongs to no clan.
    package func settings(of clan: ClanID) -> ClanSettings {
        let own = clans[clan]
        return ClanSettings(
            prefix: own?.prefix ?? bot.prefix, locale: own?.locale ?? bot.locale, timeZone: own?.timeZone ?? bot.timeZone,
            moderation: own?.moderation ?? moderation, plugins: own?.plugins ?? plugins)
    }

    /// The settings of every clan, turned into what their reader needs.
    package func perClan<Value>(_ transform: (ClanSettings) throws -> Value) rethrows -> PerClan<Value> {
        PerClan(
            try transform(settings(of: 0)),
            clans: Dictionary(uniqueKeysWithValues: try clans.keys.sorted().map { ($0, try transform(settings(of: $0))) }))
    }
}
