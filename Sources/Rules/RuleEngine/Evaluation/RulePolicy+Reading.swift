import BotConfiguration
import ChatModel

extension RulePolicy {
    convenience init(_ settings: ClanSettings, _ compilation: CompilationContext) {
        let configuration = compilation.configuration
        var scopes = compilation.requirements.counterScopes
        var decays: [String: CounterDecay] = [:]
        for counter in configuration.ladders.all.map(\.counter) + configuration.counters.all.map(\.name) {
            scopes[counter] = compilation.scope(ofCounter: counter)
            decays[counter] = compilation.decay(ofCounter: counter)
        }
        let roles = configuration.names.all.filter { $0.kind == .roles }.map { (RoleID($0.id), $0.name) }
        self.init(
            moderationChannel: settings.moderation.channel,
            moderators: Moderators(settings.moderation, of: configuration, defaults: compilation.exemption),
            areUsersOfClan: settings.moderation.areUsersOfClan, prefix: settings.prefix, phrases: RuleMessages(settings.locale),
            timeZone: settings.timeZone, sendsDirectMessages: compilation.requirements.writesDirectly,
            decays: decays, falls: compilation.requirements.falls.filter { decays[$0.key] != nil }, counterScopes: scopes,
            roleNames: Dictionary(roles) { first, _ in first },
            awaitsEvents: compilation.requirements.awaitsEvents, countsCases: compilation.requirements.countsCases,
            leaderboards: compilation.requirements.leaderboards,
            recentMessages: compilation.requirements.recentMessages, headers: compilation.headerRules,
            privateChannels: configuration.privateChannels)
    }
}
