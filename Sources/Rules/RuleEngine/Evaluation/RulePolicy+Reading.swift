import BotConfiguration

extension RulePolicy {
    convenience init(_ settings: ClanSettings, _ compilation: CompilationContext) {
        let configuration = compilation.configuration
        let ladders = configuration.ladders.all
        var scopes = compilation.requirements.counterScopes
        for ladder in ladders { scopes[ladder.counter] = compilation.scope(ofCounter: ladder.counter) }
        let decays = ladders.compactMap { ladder in ladder.decay.map { (ladder.counter, CounterDecay($0)) } }
        self.init(
            moderationChannel: settings.moderation.channel,
            moderators: Moderators(settings.moderation, of: configuration, defaults: compilation.exemption),
            areUsersOfClan: settings.moderation.areUsersOfClan, prefix: settings.prefix, phrases: RuleMessages(settings.locale),
            timeZone: settings.timeZone, sendsDirectMessages: compilation.requirements.writesDirectly,
            decays: Dictionary(decays) { first, _ in first }, counterScopes: scopes,
            awaitsEvents: compilation.requirements.awaitsEvents, leaderboards: compilation.requirements.leaderboards,
            recentMessages: compilation.requirements.recentMessages, headers: compilation.headerRules,
            privateChannels: configuration.privateChannels)
    }
}
