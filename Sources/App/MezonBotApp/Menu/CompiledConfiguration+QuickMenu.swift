import BotConfiguration
import BotKit
import ChatModel

extension CompiledConfiguration {
    /// The entries that the commands of the enabled bots have in Mezon's `/` menu.
    ///
    /// - Parameters:
    ///   - clans: The clans of interest.
    ///   - channel: A channel as the directory knows it.
    func quickMenu(of clans: Set<ClanID>, channel: (ChannelID) -> Channel?) -> Set<QuickMenuEntry> {
        var entries: Set<QuickMenuEntry> = []
        let writesTexts = configuration.bot.slashMenuTexts
        for clan in clans where !clan.isExternal && !clan.isNone {
            for placement in bots[clan] {
                guard let help = (placement.make(BotRuntime()) as? any HelpProvider)?.helpEntry else { continue }
                let commands = help.commands.filter(\.isInMenu)
                let prefix = ChatPreferences(configuration, in: clan).prefix
                for place in Self.places(of: placement.reach, in: clan, channel) {
                    entries.formUnion(
                        commands.map { command in
                            let text = writesTexts && command.needsArguments ? "\(prefix)\(command.name) " : nil
                            return QuickMenuEntry(clan: clan, channel: place, name: command.name, text: text)
                        })
                }
            }
        }
        return entries
    }

    /// Returns the channels of a clan in which a bot is enabled; zero stands for the whole clan.
    private static func places(
        of reach: EnabledBotSettings.Scope, in clan: ClanID, _ channel: (ChannelID) -> Channel?
    ) -> [ChannelID] {
        guard case .some(let channels, let clans) = reach, !clans.contains(clan) else { return [0] }
        return channels.filter { channel($0)?.clan == clan }.sorted()
    }
}
