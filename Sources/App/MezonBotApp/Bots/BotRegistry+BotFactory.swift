import BotConfiguration
package import BotKit
import ChatModel
import Moderation
package import ProgramBots
package import Replay
import Storage

extension BotRegistry {
    /// Creates the bots of a rule revision with the options and channels that they had in it.
    ///
    /// - Parameters:
    ///   - programs: The host of the bots that are programs; nil if none may be run, because the revision may come from elsewhere.
    ///   - folder: The folder of the configuration, in which programs run.
    package func botFactory(programs: ProgramHost? = nil, in folder: String = "/") -> BotFactoryProvider {
        { revision, runtime, rules in
            guard let files = RevisionFiles(json: revision.files),
                let configuration = ConfigurationLoader(environment: [:])
                    .load(texts: files.texts, root: files.root, fromAnyBuild: true).configuration
            else { return nil }
            var absent: [String: String] = [:]
            let placements = configuration.placements { enabledBot in
                do {
                    let bot = try definition(of: enabledBot, programs, in: folder, hiding: configuration.store.path)
                    let make = try bot.initializer(
                        options: enabledBot.config, runsLate: enabledBot.late == .run, calls: enabledBot.calls)
                    return BotPlacement(bot: bot, make: make, reach: enabledBot.scope)
                } catch let error as MissingBotError {
                    absent[enabledBot.name] = error.reason
                } catch let error as OptionError {
                    absent[enabledBot.name] = "this build rejects its recorded options: \(error.message)"
                } catch let error as ProgramError {
                    absent[enabledBot.name] = "the program does not run: \(error)"
                } catch {
                    absent[enabledBot.name] = "this build rejects its recorded options: \(error)"
                }
                return nil
            }
            var diagnostics: [Diagnostic] = []
            let middleware = AuthoredMiddleware(configuration, self, &diagnostics)
            let channelHandlers = ChannelHandlers(
                configuration, bots: placements, middleware: middleware, in: runtime, rules: rules)
            return BotFactory(
                handlers: { channelHandlers.handlers(for: $0) },
                bots: Dictionary(
                    (placements.definitions.map { ($0.manifest.name, $0.type) } + [(LanguageBot.manifest.name, LanguageBot.self)])
                ) { first, _ in first },
                absent: absent)
        }
    }

    private func definition(
        of enabledBot: EnabledBotSettings, _ programs: ProgramHost?, in folder: String, hiding store: String
    ) throws -> BotDefinition {
        if let program = enabledBot.program {
            guard let programs else { throw MissingBotError(reason: "it is a program, and none are run here") }
            let needs = Set(enabledBot.grants.compactMap { Capability(rawValue: $0.word) })
            return try programs.definition(of: enabledBot.name, program, in: folder, hiding: store, needs: needs, .all)
        }
        guard let bot = bot(named: enabledBot.name) else {
            throw MissingBotError(reason: "this build has no bot of that name")
        }
        return BotDefinition(bot)
    }
}

private struct MissingBotError: Error { let reason: String }
