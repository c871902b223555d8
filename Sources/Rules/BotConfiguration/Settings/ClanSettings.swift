package import ChatModel
package import Foundation

/// The settings that may differ between clans, as they apply in one clan.
package struct ClanSettings: Hashable, Sendable {
    /// The command prefix.
    package var prefix: String
    /// The language of the bot's own texts.
    package var locale: AccountSettings.Locale
    package var timeZone: TimeZone
    package var moderation: ModerationSettings
    /// The enabled bots of this build, with their options.
    package var enabledBots: [EnabledBotSettings]
}

extension Configuration {
    /// Returns the settings that apply in a clan: its own under `clans`, and those of the top level otherwise. Zero stands for
    /// everything outside clans.
    package func settings(of clan: ClanID) -> ClanSettings {
        let own = clans[clan]
        return ClanSettings(
            prefix: own?.prefix ?? bot.prefix, locale: own?.locale ?? bot.locale, timeZone: own?.timeZone ?? bot.timeZone,
            moderation: own?.moderation ?? moderation, enabledBots: own?.enabledBots ?? enabledBots)
    }

    /// Returns a value for every clan, transformed from its settings.
    package func perClan<Value>(_ transform: (ClanSettings) throws -> Value) rethrows -> PerClan<Value> {
        PerClan(
            try transform(settings(of: 0)),
            clans: Dictionary(uniqueKeysWithValues: try clans.keys.sorted().map { ($0, try transform(settings(of: $0))) }))
    }
}
