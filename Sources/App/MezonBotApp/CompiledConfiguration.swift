package import BotConfiguration
package import BotKit
import ChatModel
package import ConnectorKit
import Foundation
package import Moderation
package import RuleEngine

/// A valid configuration with its bots created and its rules compiled: everything that a start requires.
package struct CompiledConfiguration: Sendable {
    package let configuration: Configuration
    private(set) var bots: PerClan<[BotPlacement]>
    package let rules: RuleSet
    package let files: RevisionFiles
    /// The connectors that have read the connections and open them.
    let connectors: [any Connector.Type]
    /// The directory of the configuration files.
    let folder: String
    /// Loads the same files again from disk.
    private(set) var reload: @Sendable () -> (plan: CompiledConfiguration?, report: DiagnosticReport)

    /// A copy with all bots disabled, also after a reload.
    package var withoutBots: CompiledConfiguration {
        var plan = self
        plan.bots = PerClan([])
        plan.reload = { [reload] in
            let (plan, report) = reload()
            return (plan?.withoutBots, report)
        }
        return plan
    }

    /// The failures of the rules' inline tests; empty if all pass.
    package func failedTests() -> [Diagnostic] { rules.failedTests() }
    package var testCount: Int { rules.testCount }

    /// A copy with additional bots in all channels.
    package func with(_ bots: [any Bot]) -> CompiledConfiguration {
        var plan = self
        plan.bots = plan.bots.map { $0 + bots.map { BotPlacement($0) } }
        return plan
    }

    /// The help entries of its bots.
    package var helpEntries: [HelpEntry] { bots.base.compactMap { ($0.make(BotRuntime()) as? any HelpProvider)?.helpEntry } }

    /// The channel with a configured name.
    package func channel(named name: String) -> ChannelID? {
        configuration.names.all.first { $0.kind == .channels && $0.name == name }.map { ChannelID($0.id) }
    }

    /// A Boolean value that indicates whether the gateway is local, in this process or another. The limits of Mezon's servers do
    /// not apply to it.
    var isLocal: Bool {
        switch configuration.bot.gateway {
        case .local: true
        case .remote(let host, _, _): LoopbackHost.contains(host)
        }
    }
}

extension CompiledConfiguration {
    /// Loads a configuration and all files that it refers to, and reports all errors at once.
    ///
    /// - Returns: no configuration if there is an error.
    package static func check(
        _ path: String, registry: BotRegistry, connectors: [any Connector.Type] = .standard, environment: [String: String]
    ) -> (plan: CompiledConfiguration?, report: DiagnosticReport) {
        let loaded = ConfigurationLoader(environment: environment, formats: connectors.formats).load(path)
        let url = URL(fileURLWithPath: path).standardizedFileURL
        return check(
            loaded, root: url.lastPathComponent, folder: url.deletingLastPathComponent().path, registry: registry,
            connectors: connectors
        ) { check(path, registry: registry, connectors: connectors, environment: environment) }
    }

    /// Checks files given as texts by path, independently of the environment.
    package static func check(
        texts: [String: String], root: String, registry: BotRegistry, connectors: [any Connector.Type] = .standard
    ) -> (plan: CompiledConfiguration?, report: DiagnosticReport) {
        check(
            ConfigurationLoader(environment: [:], formats: connectors.formats).load(texts: texts, root: root), root: root,
            folder: "/", registry: registry, connectors: connectors
        ) { check(texts: texts, root: root, registry: registry, connectors: connectors) }
    }

    private static func check(
        _ loaded: LoadedConfiguration, root: String, folder: String, registry: BotRegistry, connectors: [any Connector.Type],
        again: @escaping @Sendable () -> (plan: CompiledConfiguration?, report: DiagnosticReport)
    ) -> (plan: CompiledConfiguration?, report: DiagnosticReport) {
        var diagnostics = loaded.diagnostics
        let bots = loaded.configuration.map { placements($0, registry, &diagnostics) }
        let compiled = loaded.configuration.map { configuration in
            RuleCompiler(configuration, version: RevisionID.of(loaded.sources.texts)).compile()
        }
        diagnostics += compiled?.1 ?? []
        // Unused declarations are reported only without errors, because an error may hide uses.
        if let configuration = loaded.configuration, !diagnostics.hasErrors { diagnostics += configuration.unused }
        let report = DiagnosticReport(diagnostics, sources: loaded.sources)
        guard let configuration = loaded.configuration, let bots, let rules = compiled?.0,
            !diagnostics.hasErrors
        else {
            return (nil, report)
        }
        let plan = CompiledConfiguration(
            configuration: configuration, bots: bots, rules: rules,
            files: RevisionFiles(root: root, texts: loaded.sources.texts),
            connectors: connectors, folder: folder, reload: again)
        return (plan, report)
    }

    /// Creates the bots of every clan and collects their diagnostics.
    private static func placements(
        _ configuration: Configuration, _ registry: BotRegistry, _ diagnostics: inout [Diagnostic]
    ) -> PerClan<[BotPlacement]> {
        var made: [SourcePosition: BotPlacement] = [:]
        let placements = configuration.placements { plugin in
            switch placement(plugin, registry) {
            case .success(let placement):
                diagnostics += BotGrants.mistakes(plugin, placement.manifest)
                if (placement.make(BotRuntime()) as? any HelpProvider)?.helpEntry.hasButtons == true {
                    diagnostics += configuration.unreachableButtons(of: plugin, inPrivate: configuration.privateChannels)
                        .filter { !diagnostics.contains($0) }
                }
                made[plugin.position] = placement
                return placement
            case .failure(let mistake):
                diagnostics.append(mistake.diagnostic)
                return nil
            }
        }
        for settings in configuration.perClan(\.enabledBots).all {
            let clashes = commandConflicts(among: settings.compactMap { plugin in made[plugin.position].map { ($0, plugin) } })
            diagnostics += clashes.filter { !diagnostics.contains($0) }
        }
        return placements
    }

    private struct CompileError: Error { let diagnostic: Diagnostic }

    private static func placement(_ plugin: EnabledBotSettings, _ registry: BotRegistry) -> Result<BotPlacement, CompileError> {
        guard let bot = registry.bot(named: plugin.name) else {
            return .failure(
                CompileError(
                    diagnostic: .unknownWord(
                        plugin.name, at: plugin.position, code: "unknown-bot",
                        message: "unknown bot '\(plugin.name)'; this build provides \(registry.names.joined(separator: ", "))",
                        candidates: registry.names)))
        }
        do {
            let make = try bot.initializer(options: plugin.config, secrets: plugin.secrets, runsLate: plugin.late == .run)
            return .success(BotPlacement(bot: bot, make: make, reach: plugin.scope))
        } catch let problem as OptionError {
            return .failure(
                CompileError(
                    diagnostic: .unknownWord(
                        problem.path.last ?? "", at: plugin.position(ofOption: problem.path), code: "bad-option",
                        message: problem.message, candidates: problem.candidates)))
        } catch {
            return .failure(CompileError(diagnostic: Diagnostic(.error, "bad-option", "\(error)", at: plugin.position)))
        }
    }
}
