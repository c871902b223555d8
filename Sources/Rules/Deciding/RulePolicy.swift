import BotConfig
import Foundation
import MezonModel

/// What the configuration says to all rules together, for one clan.
struct RulePolicy: Sendable {
    /// Where moderators are told; nil where the configuration names no channel.
    var alerts: ChannelID?
    var moderators = Moderators()
    var prefix = "*"
    var phrases = RuleMessages(.en)
    var timeZone = TimeZone.gmt
    /// Whether a rule writes to people directly, so that they may tell us to stop.
    var writesDirectly = false
    /// How counters sink that a ladder keeps.
    var decays: [String: CounterDecay] = [:]
    /// How many of a person's last messages some rule may ask for.
    var recentMessages = 0
    /// What headers before a message's text are read by.
    var headers = HeaderSchema()

    init() {}

    init(_ settings: ClanSettings, _ compilation: CompilationContext) {
        let configuration = compilation.configuration
        alerts = settings.moderation.channel
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
        recentMessages = compilation.recentMessages
        headers = compilation.headerRules
    }
}
