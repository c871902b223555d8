import BotConfiguration
import BotKit
import ChatModel

/// The event handlers of the channels that share one set of settings. They are computed once, because every message looks them up.
struct ClanHandlers: Sendable {
    private struct PlacedBot: Sendable {
        var handler: any EventHandler
        var reach: EnabledBotSettings.Scope
        var isInPrivatePlaces = false

        /// - Parameter names: The channel, and the private channel of a thread.
        func isIn(privatePlace names: [ChannelID]) -> Bool { isInPrivatePlaces || !reach.channels.isDisjoint(with: names) }
    }

    private struct LocationHandlers: Sendable {
        /// The channel's middleware, the application's own handlers and the rules.
        var common: [any EventHandler]
        var bots: [PlacedBot]
        /// The common handlers, the bots, and the help about the bots.
        var all: [any EventHandler]
        var outgoing: [any DeliveryMiddleware]
    }

    /// A channel and a clan, as far as the configuration refers to them.
    private struct Location: Hashable {
        var channel: ChannelID?
        var clan: Clan
    }

    private enum Clan: Hashable {
        case named(ClanID), other
        /// A button press whose clan is unknown, as in a direct message channel. It also reaches the bots that are enabled in whole
        /// clans, because each recognizes its own buttons.
        case unknown
    }

    private let byLocation: [Location: LocationHandlers]
    private let channels: Set<ChannelID>
    private let clans: Set<ClanID>
    /// The handlers of events that belong to no channel, such as a user who joins the clan.
    private let withoutChannel: [PlacedBot]
    private let runtime: BotRuntime

    /// - Parameters:
    ///   - runtime: The runtime that provides state and reads for bots, with the preferences of these clans.
    ///   - systemHandlers: The application's own handlers, which precede the rules in every channel.
    ///   - noteFailure: Receives each failure of outgoing middleware.
    init(
        _ configuration: Configuration, bots placements: [BotPlacement], middleware: AuthoredMiddleware, in runtime: BotRuntime,
        systemHandlers: [any EventHandler], rules: any EventHandler,
        noteFailure: @escaping @Sendable (_ name: String, ChannelID, _ failure: String) -> Void
    ) {
        let bots = placements.map {
            PlacedBot(handler: $0.make(runtime), reach: $0.reach, isInPrivatePlaces: $0.isInPrivatePlaces)
        }
        let channels = Set(configuration.channels.compactMap(\.channel)).union(bots.flatMap(\.reach.channels))
        let clans = Set(bots.flatMap(\.reach.clans))
        func handlers(at location: Location) -> LocationHandlers {
            let settings = configuration.channels.filter { $0.channel == nil || $0.channel == location.channel }
            let present = bots.filter { bot in
                switch location.clan {
                case .named(let clan): bot.reach.contains(location.channel ?? 0, of: clan)
                case .other: bot.reach.contains(location.channel ?? 0, of: 0)
                case .unknown: bot.reach.contains(location.channel ?? 0, of: 0) || !bot.reach.clans.isEmpty
                }
            }
            let common =
                settings.flatMap(\.incoming).compactMap { Self.incoming($0, of: middleware, in: runtime) } + systemHandlers + [
                    rules
                ]
            return LocationHandlers(
                common: common, bots: present, all: common + Self.helping(present, in: runtime),
                outgoing: settings.flatMap(\.outgoing).compactMap {
                    Self.outgoing($0, of: middleware, in: runtime, noteFailure: noteFailure)
                })
        }
        let locations = ([nil] + channels.map(Optional.some)).flatMap { channel in
            ([.other, .unknown] + clans.map(Clan.named)).map { Location(channel: channel, clan: $0) }
        }
        byLocation = Dictionary(uniqueKeysWithValues: locations.map { ($0, handlers(at: $0)) })
        self.channels = channels
        self.clans = clans
        withoutChannel = (systemHandlers + [rules]).map { PlacedBot(handler: $0, reach: .all) } + bots
        self.runtime = runtime
    }

    /// The handlers of an event, in order: the channel's middleware, the application's own handlers, the rules, the bots as the file
    /// lists them, and the help about them. A private channel has only the bots whose `enabled_in` names it.
    ///
    /// - Parameter clan: The clan of the event or its channel; zero if neither is known.
    func handlers(for event: Event, of clan: ClanID) -> [any EventHandler] {
        if event.channel.isNone { return withoutChannel.filter { reaches($0.reach, clan) }.map(\.handler) }
        if case .button = event, clan.isNone { return handlers(in: event.channel, of: .unknown)?.all ?? [] }
        guard let found = handlers(in: event.channel, of: clans.contains(clan) ? .named(clan) : .other) else { return [] }
        guard event.isInPrivatePlace(runtime.readers, of: clan) else { return found.all }
        // A thread of a private channel is named with it.
        let named = [event.channel, event.root(runtime.readers)]
        return found.common + Self.helping(found.bots.filter { $0.isIn(privatePlace: named) }, in: runtime)
    }

    /// Bots and the help about them.
    private static func helping(_ bots: [PlacedBot], in runtime: BotRuntime) -> [any EventHandler] {
        var handlers = bots.map(\.handler)
        handlers += [runtime.languageHandler(beside: handlers)].compactMap(\.self)
        return handlers + [HelpCommand(for: handlers, in: runtime)].compactMap(\.self)
    }

    /// Returns whether a bot runs anywhere in a clan. A channel whose clan is unknown may belong to it.
    private func reaches(_ reach: EnabledBotSettings.Scope, _ clan: ClanID) -> Bool {
        guard case .some(let channels, let clans) = reach, !clan.isNone else { return true }
        return clans.contains(clan) || channels.contains { [clan, 0].contains(runtime.channel($0)?.clan ?? 0) }
    }

    func deliveryMiddleware(of channel: ChannelID) -> [any DeliveryMiddleware] {
        handlers(in: channel, of: .other)?.outgoing ?? []
    }

    /// The handlers of a location. All locations that the configuration refers to are present.
    private func handlers(in channel: ChannelID, of clan: Clan) -> LocationHandlers? {
        byLocation[Location(channel: channels.contains(channel) ? channel : nil, clan: clan)]
    }

}

/// The middleware of channels.
extension ClanHandlers {
    private static func incoming(
        _ setting: IncomingMiddlewareSetting, of authored: AuthoredMiddleware, in runtime: BotRuntime
    ) -> (any EventHandler)? {
        switch setting {
        case .authored(let setting): authored.incoming[setting]?(runtime)
        case .ignoreUsers(let users): IgnoreUsersMiddleware(users: Set(users))
        case .maxLength(let limit): MaxLengthMiddleware(limit: limit)
        }
    }

    private static func outgoing(
        _ setting: DeliveryMiddlewareSetting, of authored: AuthoredMiddleware, in runtime: BotRuntime,
        noteFailure: @escaping @Sendable (_ name: String, ChannelID, _ failure: String) -> Void
    ) -> (any DeliveryMiddleware)? {
        switch setting {
        case .authored(let setting): authored.outgoing[setting]?(runtime, noteFailure)
        case .readOnly: ReadOnlyMiddleware()
        case .signature(let text): SignatureMiddleware(text: text)
        }
    }
}
