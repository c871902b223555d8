import BotConfiguration
import ChatModel
import ConnectorKit
import Moderation
import RuleEngine
package import Storage

/// Comparison with a candidate configuration at a reload.
extension CompiledConfiguration {
    /// The reason why a candidate requires a restart; nil if it can be activated at run time.
    func obstacle(to candidate: CompiledConfiguration) -> String? {
        let mine = configuration
        let theirs = candidate.configuration
        var sections: [String] = []
        if mine.bot.gateway != theirs.bot.gateway || mine.bot.credentials != theirs.bot.credentials
            || mine.bot.receipts != theirs.bot.receipts || mine.bot.slashMenu != theirs.bot.slashMenu
            || mine.bot.slashMenuTexts != theirs.bot.slashMenuTexts
        {
            sections.append("bot")
        }
        if mine.store != theirs.store { sections.append("store") }
        if mine.send != theirs.send { sections.append("send") }
        if mine.console != theirs.console { sections.append("console") }
        if mine.tracing != theirs.tracing { sections.append("tracing") }
        let connections = Self.changes(from: mine.connections, to: theirs.connections, by: \.name) {
            $0.network == $1.network && $0.channels == $1.channels
        }
        sections += connections.map { "connections: \($0)" }
        func bots(_ configuration: Configuration) -> PerClan<[BotIdentity]> {
            configuration.perClan { $0.enabledBots.map(BotIdentity.init) }
        }
        let clans = Set(mine.clans.keys).union(theirs.clans.keys).union([0])
        let (running, wanted) = (bots(mine), bots(theirs))
        let changed = clans.flatMap { Self.changes(from: running[$0], to: wanted[$0], by: \.name, areEqual: ==) }
        sections += Set(changed).sorted().map { "bots: \($0)" }
        guard !sections.isEmpty else { return nil }
        let names = sections.map { "'\($0)'" }.joined(separator: " and ")
        return "\(names) cannot change while the bot is running; restart it to apply the change"
    }

    /// Returns the names of what was added, removed or changed; all names if only their order is another one.
    private static func changes<Item>(
        from old: [Item], to new: [Item], by name: (Item) -> String, areEqual: (Item, Item) -> Bool
    ) -> [String] {
        let changed = old.filter { item in
            !new.contains { name($0) == name(item) && areEqual($0, item) }
        }.map(name)
        let (former, names) = (old.map(name), new.map(name))
        let all = changed + names.filter { !former.contains($0) }
        return all.isEmpty && former != names ? names : all
    }

    /// The notice to moderators about an activated candidate; nil for an ordinary reload.
    ///
    /// - Parameter isMended: Whether the files were invalid before, or differed from the active configuration.
    func changeNotice(of candidate: CompiledConfiguration, isMended: Bool) -> String? {
        let version = candidate.rules.version
        let left = Set(candidate.files.texts.keys)
        let gone = files.texts.keys.filter { !left.contains($0) }.sorted()
        var lines = isMended ? ["✓ The rules on disk are valid and active: revision \(version)"] : []
        if !gone.isEmpty {
            let kept = Set(candidate.rules.ids)
            let rules = self.rules.ids.filter { !kept.contains($0) }
            let loss = rules.isEmpty ? "" : ", and with it the rules \(rules.joined(separator: ", "))"
            lines.append("⚠ \(gone.joined(separator: ", ")) was removed\(loss): revision \(version)")
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// A bot's settings without their source positions.
    private struct BotIdentity: Equatable {
        let name: String
        let reach: EnabledBotSettings.Scope
        let late: LatePolicy
        let grants: [String]
        let http: HTTPAccessPolicy
        let program: [String]?
        let environment: [String: Secret]?
        let namedSecrets: [String: Secret]?
        let memoryInBytes: Int?
        let timeout: Duration?
        let config: JSONValue
        let secrets: [String: Secret]

        init(_ settings: EnabledBotSettings) {
            name = settings.name
            reach = settings.scope
            late = settings.late
            grants = settings.grants.map(\.word)
            http = settings.http
            program = settings.program?.words
            environment = settings.program?.environment
            namedSecrets = settings.program?.secrets
            memoryInBytes = settings.program?.memoryInBytes
            timeout = settings.program?.timeout
            config = settings.config
            secrets = settings.secrets
        }
    }

    /// The running configuration with the rules, names and channel middleware of an earlier revision; nil if this build cannot read
    /// it.
    ///
    /// The login, the data directory and the bots stay as they are.
    package func restoring(_ revision: RuleRevision) -> CompiledConfiguration? {
        guard let files = RevisionFiles(json: revision.files) else { return nil }
        let loaded = ConfigurationLoader(environment: [:], formats: connectors.formats, middleware: middlewareNames).load(
            texts: files.texts, root: files.root, fromAnyBuild: true)
        guard var configuration = loaded.configuration, !loaded.diagnostics.hasErrors else { return nil }
        let (rules, diagnostics) = RuleCompiler(configuration, version: revision.version).compile()
        guard !diagnostics.hasErrors else { return nil }
        configuration.bot.gateway = self.configuration.bot.gateway
        configuration.bot.credentials = self.configuration.bot.credentials
        configuration.bot.receipts = self.configuration.bot.receipts
        configuration.bot.slashMenu = self.configuration.bot.slashMenu
        configuration.bot.slashMenuTexts = self.configuration.bot.slashMenuTexts
        configuration.store = self.configuration.store
        configuration.send = self.configuration.send
        configuration.console = self.configuration.console
        configuration.tracing = self.configuration.tracing
        configuration.reload = self.configuration.reload
        configuration.enabledBots = self.configuration.enabledBots
        for clan in configuration.clans.keys {
            configuration.clans[clan]?.enabledBots = self.configuration.settings(of: clan).enabledBots
        }
        return CompiledConfiguration(
            configuration: configuration, bots: bots, middleware: middleware, middlewareNames: middlewareNames, rules: rules,
            files: files, programs: programs, botFactory: botFactory, connectors: connectors, folder: folder,
            secretFiles: secretFiles, load: load)
    }
}
