import BotConfig
import BotKit
import MezonModel

/// The event handlers of the channels that share one set of settings. They are computed once, because every message looks them up.
struct ClanHandlers: Sendable {
    private struct Places: Sendable {
        var participants: [any EventHandler]
        var outgoing: [any DeliveryMiddleware]
    }

    /// A channel and a clan, as far as the configuration refers to them.
    private struct Location: Hashable {
        var channel: ChannelID?
        var clan: Clan
    }

    private enum Clan: Hashable {
        case named(ClanID), other
        /// A button press in a direct conversation, which names no clan. All bots receive it, and each recognizes its own buttons.
        case untold
    }

    private let places: [Location: Places]
    private let channels: Set<ChannelID>
    private let clans: Set<ClanID>
    /// The handlers of events without a channel, for example a user who joins the clan.
    private let nowhere: [(handler: any EventHandler, reach: EnabledBotSettings.Scope)]
    private let clan: @Sendable (ChannelID) -> ClanID

    /// - Parameters:
    ///   - runtime: the runtime that provides state and reads for bots, with the preferences of these clans.
    ///   - house: the application's own handlers, which precede the rules in every channel.
    init(
        _ configuration: Configuration, bots placements: [BotPlacement], in runtime: BotRuntime, house: [any EventHandler],
        rules: any EventHandler
    ) {
        let bots = placements.map { (participant: $0.make(runtime), reach: $0.reach) }
        let channels = Set(configuration.channels.compactMap(\.channel)).union(bots.flatMap(\.reach.channels))
        let clans = Set(bots.flatMap(\.reach.clans))
        func places(_ spot: Location) -> Places {
            let settings = configuration.channels.filter { $0.channel == nil || $0.channel == spot.channel }
            let present = bots.filter { bot in
                switch spot.clan {
                case .named(let clan): bot.reach.contains(spot.channel ?? 0, of: clan)
                case .other: bot.reach.contains(spot.channel ?? 0, of: 0)
                case .untold: bot.reach.contains(spot.channel ?? 0, of: 0) || !bot.reach.clans.isEmpty
                }
            }
            return Places(
                participants: settings.flatMap(\.incoming).map(Self.hook) + house + [rules] + present.map(\.participant)
                    + [HelpCommand(for: present.map(\.participant), in: runtime)].compactMap(\.self),
                outgoing: settings.flatMap(\.outgoing).map(Self.hook))
        }
        let spots = ([nil] + channels.map(Optional.some)).flatMap { channel in
            ([.other, .untold] + clans.map(Clan.named)).map { Location(channel: channel, clan: $0) }
        }
        self.places = Dictionary(uniqueKeysWithValues: spots.map { ($0, places($0)) })
        self.channels = channels
        self.clans = clans
        nowhere = (house + [rules]).map { ($0, .all) } + bots.map { ($0.participant, $0.reach) }
        clan = runtime.clan
    }

    /// The handlers in order: the channel's middleware, the application's handlers, the rules, the bots in configuration order,
    /// their help command.
    ///
    /// - Parameter clan: the clan of the event or its channel; zero if neither is known.
    func participants(for event: Event, of clan: ClanID) -> [any EventHandler] {
        if event.channel.isNone { return nowhere.filter { reaches($0.reach, clan) }.map(\.handler) }
        if case .button = event, clan.isNone { return places(event.channel, of: .untold)?.participants ?? [] }
        return places(event.channel, of: clans.contains(clan) ? .named(clan) : .other)?.participants ?? []
    }

    /// Returns whether a bot runs anywhere in a clan. A channel whose clan is unknown may belong to it.
    private func reaches(_ reach: EnabledBotSettings.Scope, _ clan: ClanID) -> Bool {
        guard case .some(let channels, let clans) = reach, !clan.isNone else { return true }
        return clans.contains(clan) || channels.contains { [clan, 0].contains(self.clan($0)) }
    }

    func outgoingHooks(of channel: ChannelID) -> [any DeliveryMiddleware] { places(channel, of: .other)?.outgoing ?? [] }

    /// The handlers of a location. All locations that the configuration refers to are present.
    private func places(_ channel: ChannelID, of clan: Clan) -> Places? {
        places[Location(channel: channels.contains(channel) ? channel : nil, clan: clan)]
    }

    private static func hook(_ setting: IncomingMiddlewareSetting) -> any EventHandler {
        switch setting {
        case .ignoreUsers(let users): IgnoreUsersMiddleware(users: Set(users))
        case .maxLength(let limit): MaxLengthMiddleware(limit: limit)
        }
    }

    private static func hook(_ setting: DeliveryMiddlewareSetting) -> any DeliveryMiddleware {
        switch setting {
        case .readOnly: ReadOnlyMiddleware()
        case .signature(let text): SignatureMiddleware(text: text)
        }
    }
}
