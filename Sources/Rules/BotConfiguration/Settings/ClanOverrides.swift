import ChatModel
package import Foundation

/// One entry of `clans`: the top-level settings that differ in a clan. Values not given are nil or those of the top level.
package struct ClanOverrides: Hashable, Sendable {
    package var prefix: String?
    package var locale: AccountSettings.Locale?
    package var timeZone: TimeZone?
    package var moderation: ModerationSettings
    /// The limits on how often a rule may act in this clan, interpreted by the rule compiler.
    package var limits: ConfigNode?
    /// All bots that are enabled in this clan, with the options that apply here.
    package var enabledBots: [EnabledBotSettings]
    /// The names of the bots that the entry itself configures.
    package var ownBots: Set<String>
}

/// A reader of `clans: { lab: { bot, moderation, defaults, bots } }`: the same keys as at the top level, as far as they may
/// differ.
struct ClanOverridesReader {
    let names: NameRegistry
    let moderation: ModerationSettings
    let defaults: DefaultSettings
    let enabledBots: [EnabledBotSettings]
    let secrets: SecretSource
    let diagnostics: DiagnosticCollector

    func read(_ entries: [ConfigNode.Entry]) -> [ClanID: ClanOverrides] {
        var all: [ClanID: ClanOverrides] = [:]
        for entry in entries {
            let overrides = overrides(entry.value)
            let name = ConfigNode(kind: .scalar(entry.key, .quoted), position: entry.keyPosition)
            guard let clan = diagnostics.isRecording ? 1 : names.clan(name, diagnostics), let overrides else { continue }
            if all[clan] != nil {
                diagnostics.error(
                    "duplicate-name", "the clan '\(entry.key)' is already in 'clans', under another of its names",
                    at: entry.keyPosition, suggestion: "combine both entries")
            }
            all[clan] = overrides
        }
        return all
    }

    private func overrides(_ node: ConfigNode) -> ClanOverrides? {
        guard var map = MapReader(node, "a clan", diagnostics) else { return nil }
        var bot = map.take("bot", "The chat settings of this clan: prefix, language and time zone.").flatMap {
            MapReader($0, "'bot' of a clan", diagnostics)
        }
        let chat = bot.map { _ in ChatKeys(&bot!, diagnostics) }
        bot?.finish(elsewhere: ("'bot' of the top level: all clans share one account", AccountSettings.accountKeys))
        let moderation = ModerationSettings(
            map.take("moderation", "The moderators of this clan and the channel that notifies them."), over: moderation,
            names: names, diagnostics)
        var defaults = map.take("defaults", "Defaults for rules in this clan.").flatMap {
            MapReader($0, "'defaults' of a clan", diagnostics)
        }
        let limits = defaults?.take("limits", "Limits on how often a rule may act in this clan.")
        defaults?.finish()
        let entries =
            map.take("bots", "Bots with other options in this clan, or enabled only here.")?
            .named("'bots'", diagnostics) ?? []
        map.finish()
        return ClanOverrides(
            prefix: chat?.prefix, locale: chat?.locale, timeZone: chat?.timeZone, moderation: moderation, limits: limits,
            enabledBots: enabledBots(entries), ownBots: Set(entries.map(\.key)))
    }

    /// Returns the bots of the top level in their order, followed by those of this clan alone.
    private func enabledBots(_ entries: [ConfigNode.Entry]) -> [EnabledBotSettings] {
        var all = enabledBots
        for entry in entries {
            let index = all.firstIndex { $0.name == entry.key }
            guard
                let own = EnabledBotSettings(
                    entry, isOfClan: true, over: index.map { all[$0] }, names: names, defaults: defaults, secrets: secrets,
                    diagnostics)
            else { continue }
            if let index { all[index] = own } else { all.append(own) }
        }
        return all
    }
}
