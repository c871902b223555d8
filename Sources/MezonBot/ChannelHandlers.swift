import BotConfig
import BotKit
import MezonModel

/// Who looks at what in which channel, worked out once: every message asks.
struct ChannelHandlers: Sendable {
    private struct Places: Sendable {
        var participants: [any EventHandler]
        var outgoing: [any DeliveryMiddleware]
    }

    /// A channel and a clan as far as the configuration names them.
    private struct Location: Hashable {
        var channel: ChannelID?
        var clan: Clan
    }

    private enum Clan: Hashable {
        case named(ClanID), other
        /// The press of a button does not tell its clan; the bots of every clan see it, and each knows its own buttons.
        case untold
    }

    private let places: [Location: Places]
    private let channels: Set<ChannelID>
    private let clans: Set<ClanID>
    /// For what belongs to no channel, such as somebody who joins the clan.
    private let nowhere: [any EventHandler]

    /// - Parameters:
    ///   - house: those of the house itself, which look before the rules and everywhere.
    ///   - botHouse: what the bots remember and whom they ask.
    init(
        _ configuration: Configuration, bots placements: [BotPlacement], in botHouse: BotRuntime = BotRuntime(),
        house: [any EventHandler] = [], rules: any EventHandler
    ) {
        let botHouse = botHouse.with(ChatPreferences(configuration))
        let bots = placements.map { (participant: $0.make(botHouse), reach: $0.reach) }
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
                    + [HelpCommand(for: present.map(\.participant), in: botHouse)].compactMap(\.self),
                outgoing: settings.flatMap(\.outgoing).map(Self.hook))
        }
        let spots = ([nil] + channels.map(Optional.some)).flatMap { channel in
            ([.other, .untold] + clans.map(Clan.named)).map { Location(channel: channel, clan: $0) }
        }
        self.places = Dictionary(uniqueKeysWithValues: spots.map { ($0, places($0)) })
        self.channels = channels
        self.clans = clans
        nowhere = house + [rules] + bots.map(\.participant)
    }

    /// In order: the channel's hooks, the house, the rules, the bots as the file lists them, the help about them.
    func participants(for event: Event) -> [any EventHandler] {
        if event.channel.isNone { return nowhere }
        if case .button = event { return places(event.channel, of: .untold)?.participants ?? [] }
        return places(event.channel, of: clans.contains(event.clan) ? .named(event.clan) : .other)?.participants ?? []
    }

    func outgoingHooks(of channel: ChannelID) -> [any DeliveryMiddleware] { places(channel, of: .other)?.outgoing ?? [] }

    /// Every spot that can be named is there.
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

extension ChatPreferences {
    init(_ configuration: Configuration) {
        let settings = configuration.bot
        let language: Language =
            switch settings.locale {
            case .en: .en
            case .vi: .vi
            }
        self.init(prefix: settings.prefix, language: language, timeZone: settings.timeZone)
        channelZones = configuration.zones.channels
        clanZones = configuration.zones.clans
        usesOfCommand = configuration.send.brake.perCommand
    }
}

/// A bot that is switched on, and where.
struct BotPlacement: Sendable {
    let bot: any Bot.Type
    let make: BotInitializer
    let reach: EnabledBotSettings.Reach

    var manifest: Manifest { bot.manifest }
}

extension BotPlacement {
    /// A bot that was made already, everywhere.
    init(_ bot: some Bot) {
        self.init(bot: type(of: bot), make: { BotHandler(bot, house: $0) }, reach: .all)
    }
}
