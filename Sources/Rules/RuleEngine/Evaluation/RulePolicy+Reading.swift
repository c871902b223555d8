import BotConfiguration

extension RulePolicy {
    init(_ settings: ClanSettings, _ compilation: CompilationContext) {
        self.init()
        let configuration = compilation.configuration
        moderationChannel = settings.moderation.channel
        moderators = Moderators(settings.moderation, of: configuration, defaults: compilation.exemption)
        areUsersOfClan = settings.moderation.areUsersOfClan
        prefix = settings.prefix
        phrases = RuleMessages(settings.locale)
        timeZone = settings.timeZone
        sendsDirectMessages = compilation.requirements.writesDirectly
        decays = Dictionary(
            configuration.ladders.all.compactMap { ladder in ladder.decay.map { (ladder.counter, CounterDecay($0)) } }
        ) {
            first, _ in first
        }
        counterScopes = compilation.requirements.counterScopes
        for ladder in configuration.ladders.all { counterScopes[ladder.counter] = compilation.scope(ofCounter: ladder.counter) }
        recentMessages = compilation.requirements.recentMessages
        headers = compilation.headerRules
        privateChannels = configuration.privateChannels
    }
}
