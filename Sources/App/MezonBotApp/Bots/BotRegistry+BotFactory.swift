import BotConfiguration
package import BotKit
import ChatModel
import Moderation
package import Replay
import Storage

extension BotRegistry {
    /// Creates the bots of a rule revision with the options and channels that they had in it.
    package var botFactory: BotFactoryProvider {
        { revision, runtime, rules in
            guard let files = RevisionFiles(json: revision.files),
                let configuration = ConfigurationLoader(environment: [:])
                    .load(texts: files.texts, root: files.root, fromAnyBuild: true).configuration
            else { return nil }
            var absent: [String: String] = [:]
            let placements = configuration.placements { enabledBot in
                guard let bot = bot(named: enabledBot.name) else {
                    absent[enabledBot.name] = "this build has no bot of that name"
                    return nil
                }
                do {
                    let make = try bot.initializer(options: enabledBot.config, runsLate: enabledBot.late == .run)
                    return BotPlacement(bot: bot, make: make, reach: enabledBot.scope)
                } catch let error as OptionError {
                    absent[enabledBot.name] = "this build rejects its recorded options: \(error.message)"
                } catch {
                    absent[enabledBot.name] = "this build rejects its recorded options: \(error)"
                }
                return nil
            }
            let channelHandlers = ChannelHandlers(configuration, bots: placements, in: runtime, rules: rules)
            return BotFactory(
                handlers: { channelHandlers.handlers(for: $0) },
                bots: Dictionary(uniqueKeysWithValues: placements.types.map { ($0.manifest.name, $0) }), absent: absent)
        }
    }
}
