import BotConfig
import MezonModel

/// The channel in which an action tells moderators something.
enum AlertDestination: Hashable, Sendable {
    case channel(ChannelID)
    /// The channel of `moderation` in the clan of the event; with those of all clans.
    case moderators([ChannelID])

    /// All channels that it may lead to.
    var channels: [ChannelID] {
        switch self {
        case .channel(let channel): [channel]
        case .moderators(let channels): channels
        }
    }

    /// Nil, and a remark in the trace, where the clan of the event has none, or the channel is of another clan: what happens in one clan
    /// is no business of another's moderators.
    func channel(for scene: inout ActionContext) -> ChannelID? {
        switch self {
        case .channel(let channel): return scene.mayReach(channel) ? channel : nil
        case .moderators:
            let channel = scene.policy.alerts(scene.facts)
            if channel == nil { scene.remark("this clan has no channel for moderators") }
            return channel
        }
    }
}

extension CompilationContext {
    /// The channel that the action names, else that of `moderation`.
    func alertDestination(_ node: ConfigNode?, for word: KeywordNode) -> AlertDestination? {
        if let node { return names.channel(node, findings).map(AlertDestination.channel) }
        let channels = Set(configuration.perClan(\.moderation.channel).all.compactMap(\.self)).sorted()
        guard !channels.isEmpty else {
            findings.error(
                "missing-key", "'\(word.name)' needs to know where moderators are told", at: word.place,
                suggestion: "name a channel here, or write moderation: { channel: … } in config.yaml")
            return nil
        }
        return .moderators(channels)
    }

    /// Whether anybody moderates, in some clan at least.
    var hasModerators: Bool {
        configuration.perClan { Moderators($0.moderation, defaults: exemption) }.all.contains { !$0.isEmpty }
    }
}
