package import ChatModel

/// The complete configuration, typed and checked. `ConfigurationLoader` creates it.
package struct Configuration: Hashable, Sendable {
    package var bot: AccountSettings
    package var store: StoreSettings
    package var send: SendSettings
    /// All names, including those of lists.
    package var names: NameRegistry { lists.names }
    package var lists: Lists
    package var calendars: Catalog<CalendarSettings>
    package var ladders: Catalog<LadderSettings>
    package var counters: Catalog<CounterSettings>
    package var defines: Catalog<ConditionDefinition>
    package var models: Catalog<ModelSettings>
    package var headers: Catalog<HeaderSettings>
    package var moderation: ModerationSettings
    package var defaults: DefaultSettings
    /// The enabled bots, in the order of the file.
    package var enabledBots: [EnabledBotSettings]
    package var channels: [ChannelSettings]
    /// The clans with settings of their own; `settings(of:)` returns those that apply in a clan.
    package var clans: [ClanID: ClanOverrides]
    /// The connections to other networks, in the order of the file.
    package var connections: [ConnectionSettings]
    /// The rules: those of `config.yaml` first, followed by the other files in the order of their names.
    package var rules: [RuleDeclaration]
    /// The web console; nil if it is off.
    package var console: ConsoleSettings?
    /// The export of spans; nil if it is off.
    package var tracing: TracingSettings?
    package var reload: ReloadSettings
    /// The settings besides the rules, to compare rules of two configurations.
    package var shared: SharedSettings

    /// The channels that the operator has declared private.
    package var privateChannels: Set<ChannelID> { Set(channels.filter(\.isPrivate).compactMap(\.channel)) }

    /// The warnings about unused names, lists, calendars, ladders, counters, conditions and models. Valid only once rules have been
    /// compiled without errors.
    package var unused: [Diagnostic] {
        names.unused + calendars.unused + ladders.unused + counters.unused + defines.unused + models.unused
    }
}
