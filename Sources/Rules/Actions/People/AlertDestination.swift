import BotConfig
import MezonModel

/// The channel in which an action tells moderators something.
enum AlertDestination: Hashable, Sendable {
    case channel(ChannelID)
    /// The channel of `moderation` in the clan of the event.
    case moderators

    /// Nil, and a remark in the trace, where the clan of the event has none.
    func channel(for scene: inout ActionContext) -> ChannelID? {
        switch self {
        case .channel(let channel): return channel
        case .moderators:
            if scene.policy.alerts == nil { scene.remark("this clan has no channel for moderators") }
            return scene.policy.alerts
        }
    }
}

extension CompilationContext {
    /// The channel that the action names, else that of `moderation`.
    func alertDestination(_ node: ConfigNode?, for word: KeywordNode) -> AlertDestination? {
        if let node { return names.channel(node, findings).map(AlertDestination.channel) }
        guard configuration.perClan(\.moderation.channel).all.contains(where: { $0 != nil }) else {
            findings.error(
                "missing-key", "'\(word.name)' needs to know where moderators are told", at: word.place,
                suggestion: "name a channel here, or write moderation: { channel: … } in config.yaml")
            return nil
        }
        return .moderators
    }

    /// Whether anybody moderates, in some clan at least.
    var hasModerators: Bool {
        configuration.perClan { Moderators($0.moderation, defaults: exemption) }.all.contains { !$0.isEmpty }
    }
}
