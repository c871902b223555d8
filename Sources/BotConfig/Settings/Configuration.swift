/// Everything an operator wrote, typed and checked. `ConfigurationLoader` makes it.
package struct Configuration: Hashable, Sendable {
    package var bot: BotSettings
    package var store: StoreSettings
    package var send: SendSettings
    package var names: Names
    package var defaults: DefaultSettings
    /// In the order of the file.
    package var plugins: [PluginSettings]
    package var channels: [ChannelSettings]
    /// Those of `config.yaml` first, then file by file in the order of their names.
    package var rules: [RuleDeclaration]
}
