import BotConfig
import MezonModel

extension CompilationContext {
    /// Where moderators are told: the channel that the action names, else that of `moderation`.
    func alertChannel(_ node: ConfigNode?, for word: KeywordNode) -> ChannelID? {
        if let node { return names.channel(node, findings) }
        guard let channel = configuration.moderation.channel else {
            findings.error(
                "missing-key", "'\(word.name)' needs to know where moderators are told", at: word.place,
                suggestion: "name a channel here, or write moderation: { channel: … } in config.yaml")
            return nil
        }
        return channel
    }
}
