import BotConfiguration
import BotKit
import ChatModel
import Logging
import Moderation
import RuleEngine
import Storage

/// Creates the event handlers of a configuration. The application's own handlers use the rules of the active revision.
struct ChannelHandlersFactory: Sendable {
    let store: Store
    let ruleEngine: RuleEngine
    let bots: BotRuntime
    let logger: Logger

    func handlers(of compiled: CompiledConfiguration) -> ChannelHandlers {
        let reader = store.reader
        let directory = DirectoryLookup(of: store)
        let explainer = Explainer(reader: reader, lookup: directory, zone: compiled.configuration.bot.timeZone)
        let enforced = compiled.rules.enforced
        let settings = ModerationCommandSettings(compiled.configuration, channelLookup: directory.channel) {
            compiled.rules.alerts(in: $0, seeing: directory)
        } isModerator: {
            compiled.rules.isModerator($0, of: $1, seeing: directory)
        } isEnforced: {
            enforced.contains($0)
        }
        return ChannelHandlers(
            compiled.configuration, bots: compiled.bots, middleware: compiled.middleware, in: bots,
            noteFailure: { [logger] name, channel, failure in
                logger.warning(
                    "Outgoing middleware failed",
                    metadata: [
                        "middleware.name": "\(name)", "middleware.channel": "\(channel)", "middleware.error": "\(failure)",
                    ])
            },
            systemHandlers: [
                ModerationCommandHandler(reader: reader, explainer: explainer, settings: settings),
                CaseService(reader: reader, settings: settings),
                SystemNoticeHandler { clan in
                    // The channels of a clan that the bot has left are out of reach; its notices go where those without a clan go.
                    let isLeft = !clan.isNone && directory.clan(clan) == nil
                    return (isLeft ? [clan, 0] : [clan]).lazy.compactMap { compiled.rules.alerts(in: $0, seeing: directory) }
                        .first { !isLeft || directory.channel($0) != nil }
                },
            ], rules: ruleEngine)
    }
}
