package import MezonModel

/// Everything an operator wrote, typed and checked. `ConfigurationLoader` makes it.
package struct Configuration: Hashable, Sendable {
    package var bot: BotSettings
    package var store: StoreSettings
    package var send: SendSettings
    /// The names of lists among them.
    package var names: NameRegistry { lists.names }
    package var lists: Lists
    package var calendars: Catalog<CalendarSettings>
    package var ladders: Catalog<LadderSettings>
    package var defines: Catalog<ConditionDefinition>
    package var headers: Catalog<HeaderSettings>
    package var moderation: ModerationSettings
    package var defaults: DefaultSettings
    /// In the order of the file.
    package var plugins: [EnabledBotSettings]
    package var channels: [ChannelSettings]
    /// The clans that have settings of their own; `settings(of:)` says what is in force in a clan.
    package var clans: [ClanID: ClanOverrides]
    /// Connections to other networks, in the order of the file.
    package var ports: [ConnectionSettings]
    /// Those of `config.yaml` first, then file by file in the order of their names.
    package var rules: [RuleDeclaration]

    /// The channels that the operator says are private.
    package var privateChannels: Set<ChannelID> { Set(channels.filter(\.isPrivate).compactMap(\.channel)) }

    /// Warnings about names, lists, calendars, ladders and defined conditions that nothing has asked for. They are only true once rules have
    /// been compiled, and without an error.
    package var unused: [Diagnostic] { names.unused + calendars.unused + ladders.unused + defines.unused }
}
