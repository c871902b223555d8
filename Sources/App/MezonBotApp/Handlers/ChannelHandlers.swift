import BotConfiguration
import BotKit
import ChatModel

/// The event handlers of every channel, by clan. A clan with its own settings has its own bots; all bots of the same name share
/// their state.
struct ChannelHandlers: Sendable {
    private let clans: PerClan<ClanHandlers>
    private let channel: @Sendable (ChannelID) -> Channel?

    /// - Parameters:
    ///   - systemHandlers: The application's own handlers, which precede the rules in every channel.
    ///   - runtime: The runtime that provides state and reads for bots.
    ///   - noteFailure: Receives each failure of outgoing middleware.
    init(
        _ configuration: Configuration, bots: PerClan<[BotPlacement]>, middleware: AuthoredMiddleware = AuthoredMiddleware(),
        in runtime: BotRuntime = BotRuntime(),
        noteFailure: @escaping @Sendable (_ name: String, ChannelID, _ failure: String) -> Void = { _, _, _ in },
        systemHandlers: [any EventHandler] = [], rules: any EventHandler
    ) {
        func handlers(of clan: ClanID) -> ClanHandlers {
            ClanHandlers(
                configuration, bots: bots[clan], middleware: middleware,
                in: runtime.with(
                    ChatPreferences(configuration, in: clan), privateChannels: configuration.privateChannels),
                systemHandlers: systemHandlers, rules: rules, noteFailure: noteFailure)
        }
        let own = Set(configuration.clans.keys).union(bots.clans.keys)
        clans = PerClan(handlers(of: 0), clans: Dictionary(uniqueKeysWithValues: own.map { ($0, handlers(of: $0)) }))
        channel = runtime.channel
    }

    /// The handlers of an event, in order: the channel's middleware, the application's own handlers, the rules, the bots as the file
    /// lists them, and the help about them.
    func handlers(for event: Event) -> [any EventHandler] {
        let clan = event.clan(channel)
        return clans[clan].handlers(for: event, of: clan)
    }

    func deliveryMiddleware(of channel: ChannelID) -> [any DeliveryMiddleware] { clans.base.deliveryMiddleware(of: channel) }
}

extension ChatPreferences {
    /// - Parameter clan: The clan; zero for events that belong to none.
    init(_ configuration: Configuration, in clan: ClanID = 0) {
        let settings = configuration.settings(of: clan)
        let language: Language =
            switch settings.locale {
            case .en: .en
            case .vi: .vi
            }
        self.init(prefix: settings.prefix, language: language, timeZone: settings.timeZone)
        channelZones = Dictionary(
            configuration.channels.compactMap { settings in
                settings.channel.flatMap { channel in settings.timeZone.map { (channel, $0) } }
            }
        ) { _, last in last }
        editors = .roles(settings.moderation.roles) || .users(settings.moderation.users)
        usesOfCommand = configuration.send.answerLimits.perCommand
    }
}

extension Configuration {
    /// The enabled bots by clan. Each bot is created once for all clans in which it has the same options.
    ///
    /// - Parameter make: Returns nil for a bot that this build cannot create.
    func placements(_ make: (EnabledBotSettings) -> BotPlacement?) -> PerClan<[BotPlacement]> {
        let common = enabledBots.map { (name: $0.name, placement: make($0)) }
        var all = PerClan(common.compactMap(\.placement))
        for (clan, own) in clans.sorted(by: { $0.key < $1.key }) {
            let placements = own.enabledBots.compactMap { enabledBot in
                own.ownBots.contains(enabledBot.name)
                    ? make(enabledBot) : common.first { $0.name == enabledBot.name }?.placement
            }
            all.clans[clan] = placements
            // A button press in a direct conversation names no clan; it reaches the bots of all clans through the base list.
            for placement in placements where !all.base.contains(where: { $0.manifest.name == placement.manifest.name }) {
                all.base.append(
                    BotPlacement(bot: placement.bot, make: placement.make, reach: .some(channels: [], clans: [clan])))
            }
        }
        return all
    }
}

extension PerClan<[BotPlacement]> {
    /// Each bot once, regardless of the clans in which it is enabled.
    var definitions: [BotDefinition] {
        all.joined().reduce(into: []) { definitions, placement in
            if !definitions.contains(where: { $0.manifest.name == placement.manifest.name }) { definitions.append(placement.bot) }
        }
    }
}

/// An enabled bot and the channels in which it runs.
struct BotPlacement: Sendable {
    let bot: BotDefinition
    let make: BotInitializer
    let reach: EnabledBotSettings.Scope
    /// A Boolean value that indicates whether it is in every private place, as if each were named.
    var isInPrivatePlaces = false

    var manifest: Manifest { bot.manifest }

    /// - Parameter names: The channel, and the private channel of a thread.
    func isIn(privatePlace names: [ChannelID]) -> Bool { isInPrivatePlaces || !reach.channels.isDisjoint(with: names) }
}

extension BotPlacement {
    /// Creates the placement of an existing bot in all channels.
    init(_ bot: some Bot) {
        self.init(bot: BotDefinition(type(of: bot)), make: { BotHandler(bot, runtime: $0) }, reach: .all, isInPrivatePlaces: true)
    }
}
