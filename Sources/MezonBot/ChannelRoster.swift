import BotConfig
import BotKit
import MezonModel
import Rules

/// Who looks at what in which channel, worked out once: every message asks.
struct ChannelRoster: Sendable {
    private struct Places: Sendable {
        var participants: [any Participant]
        var outgoing: [any OutgoingHook]
    }

    /// Channels that the configuration names.
    private let named: [ChannelID: Places]
    /// All other channels.
    private let elsewhere: Places
    /// For what belongs to no channel, such as somebody who joins the clan.
    private let nowhere: [any Participant]

    init(_ configuration: Configuration, bots: [BotPlacement], rules: RuleSet) {
        func places(_ channel: ChannelID?) -> Places {
            let settings = configuration.channels.filter { $0.channel == nil || $0.channel == channel }
            let present = bots.filter { bot in bot.channels.map { channels in channel.map(channels.contains) ?? false } ?? true }
            return Places(
                participants: settings.flatMap(\.incoming).map(Self.hook) + [rules] + present.map(\.participant),
                outgoing: settings.flatMap(\.outgoing).map(Self.hook))
        }
        let mentioned = Set(configuration.channels.compactMap(\.channel)).union(bots.flatMap { $0.channels ?? [] })
        named = Dictionary(uniqueKeysWithValues: mentioned.map { ($0, places($0)) })
        elsewhere = places(nil)
        nowhere = [rules] + bots.map(\.participant)
    }

    /// In order: the channel's hooks, the rules, the bots as the file lists them.
    func participants(for event: Event) -> [any Participant] {
        event.channel.isNone ? nowhere : (named[event.channel] ?? elsewhere).participants
    }

    func outgoingHooks(of channel: ChannelID) -> [any OutgoingHook] { (named[channel] ?? elsewhere).outgoing }

    private static func hook(_ setting: IncomingHookSetting) -> any Participant {
        switch setting {
        case .ignoreUsers(let users): IgnoreUsers(users: Set(users))
        case .maxLength(let limit): MaxLength(limit: limit)
        }
    }

    private static func hook(_ setting: OutgoingHookSetting) -> any OutgoingHook {
        switch setting {
        case .readOnly: ReadOnly()
        case .signature(let text): Signature(text: text)
        }
    }
}

/// A bot that is switched on, and where.
struct BotPlacement: Sendable {
    let manifest: Manifest
    let participant: any Participant
    /// Nil for every channel.
    let channels: Set<ChannelID>?
}
