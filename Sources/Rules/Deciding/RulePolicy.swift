import BotConfig
import Foundation
import MezonModel

/// What the configuration says to all rules together, for one clan.
struct RulePolicy: Sendable {
    /// The channel of `moderation`, which belongs to one clan: `alerts(_:)` says where moderators are told of an event.
    var moderationChannel: ChannelID?
    var moderators = Moderators()
    var prefix = "*"
    var phrases = RuleMessages(.en)
    var timeZone = TimeZone.gmt
    /// Whether a rule writes to people directly, so that they may tell us to stop.
    var writesDirectly = false
    /// How counters sink that a ladder keeps.
    var decays: [String: CounterDecay] = [:]
    /// Whose counters are, as a ladder says, else as the first rule that names them does.
    private var counterScopes: [String: SubjectScope] = [:]
    /// How many of a person's last messages some rule may ask for.
    var recentMessages = 0
    /// What headers before a message's text are read by.
    var headers = HeaderSchema()
    /// Channels that the configuration says are private.
    var privateChannels: Set<ChannelID> = []

    init() {}

    init(_ settings: ClanSettings, _ compilation: CompilationContext) {
        let configuration = compilation.configuration
        moderationChannel = settings.moderation.channel
        moderators = Moderators(settings.moderation, defaults: compilation.exemption)
        prefix = settings.prefix
        phrases = RuleMessages(settings.locale)
        timeZone = settings.timeZone
        writesDirectly = compilation.writesDirectly
        decays = Dictionary(
            configuration.ladders.all.compactMap { ladder in ladder.decay.map { (ladder.counter, CounterDecay($0)) } }
        ) {
            first, _ in first
        }
        counterScopes = compilation.counterScopes
        for ladder in configuration.ladders.all { counterScopes[ladder.counter] = compilation.scope(ofCounter: ladder.counter) }
        recentMessages = compilation.recentMessages
        headers = compilation.headerRules
        privateChannels = configuration.privateChannels
    }

    /// Whose a counter is, where a template names it without saying so.
    func scope(ofCounter name: String) -> SubjectScope { counterScopes[name] ?? [.user, .clan] }
}
