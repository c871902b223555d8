import ArgumentParser
import MezonBotApp
import Moderation
import Storage

/// The commands for rules and their revisions.
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "Inspect, import, reload, trigger, backtest, rewind, improve and train rules.",
        discussion: "Without a subcommand, lists the rule revisions.",
        subcommands: [
            RulesListCommand.self, RulesShowCommand.self, RulesDiffCommand.self, RulesRollbackCommand.self, ReloadCommand.self,
            TriggerCommand.self, ExplainCommand.self, BacktestCommand.self, RewindCommand.self, RulesSuggestCommand.self,
            RulesScoreCommand.self, RulesLearnCommand.self, RulesImportCommand.self, SchemaCommand.self, RulesGuideCommand.self,
        ],
        defaultSubcommand: RulesListCommand.self)
}

extension DataDirectoryOptions {
    /// The revision with an id prefix; the newest for an empty prefix.
    func revision(_ prefix: String) async throws -> RuleRevision {
        let found = try await reading { try await $0.revisions() }.filter { $0.version.hasPrefix(prefix) }
        guard let revision = found.first else {
            throw CommandError(
                .failed,
                prefix.isEmpty
                    ? "there is no revision yet: no bot has run with this data directory"
                    : "there is no revision '\(prefix)'; see `mezon-bot rules list`")
        }
        guard prefix.isEmpty || found.count == 1 else {
            throw CommandError(.failed, "'\(prefix)' matches several revisions; pass a longer prefix")
        }
        return revision
    }
}
