import BotConfiguration
import ChatModel

/// The channel in which an action notifies moderators.
enum AlertDestination: Hashable, Sendable {
    case channel(ChannelID)
    /// The `moderation` channel of the event's clan. The value holds those of all clans.
    case moderators([ChannelID])

    /// All possible destinations.
    var channels: [ChannelID] {
        switch self {
        case .channel(let channel): [channel]
        case .moderators(let channels): channels
        }
    }

    /// Returns the destination for the current event. Returns `nil`, with a remark in the trace, if the event's clan has no such
    /// channel or the channel belongs to another clan: events of one clan are not shown to the moderators of another.
    func channel(for context: inout ActionContext) -> ChannelID? {
        switch self {
        case .channel(let channel): return context.facts.mayAlert(in: channel) || context.isInEventClan(channel) ? channel : nil
        case .moderators:
            let channel = context.policy.alerts(context.facts)
            if channel == nil { context.remark("this clan has no channel for moderators") }
            return channel
        }
    }
}

extension CompilationContext {
    /// Reads the channel that the action names; without one, the channels of `moderation`.
    func alertDestination(_ node: ConfigNode?, for keyword: KeywordNode) -> AlertDestination? {
        if let node { return names.channel(node, diagnostics).map(AlertDestination.channel) }
        let channels = Set(configuration.perClan(\.moderation.channel).all.compactMap(\.self)).sorted()
        guard !channels.isEmpty else {
            diagnostics.error(
                "missing-key", "'\(keyword.name)' needs a channel for moderators", at: keyword.position,
                suggestion: "name a channel here, or add moderation: { channel: … } to config.yaml")
            return nil
        }
        return .moderators(channels)
    }

    /// A Boolean value that indicates whether at least one clan has moderators.
    var hasModerators: Bool {
        configuration.perClan { Moderators($0.moderation, of: configuration, defaults: exemption) }.all.contains { !$0.isEmpty }
    }
}
