package import BotConfiguration
package import BotKit
import ChatModel
package import ConnectorKit
import Foundation
package import Moderation
package import ProgramBots
package import Replay
package import RuleEngine

/// A valid configuration with its bots created and its rules compiled: everything that a start requires.
package struct CompiledConfiguration: Sendable {
    package let configuration: Configuration
    private(set) var bots: PerClan<[BotPlacement]>
    /// The middleware of this build's registry, and the names of all that it has.
    let middleware: AuthoredMiddleware
    let middlewareNames: MiddlewareNames
    package let rules: RuleSet
    package let files: RevisionFiles
    /// The host of the bots that are programs.
    package let programs: ProgramHost
    /// Creates the bots of recorded revisions, as far as this build has them. Programs are not run.
    package let botFactory: BotFactoryProvider
    /// The connectors that have read the connections and open them.
    let connectors: [any Connector.Type]
    /// The directory of the configuration files.
    let folder: String
    /// The files with lines that may be secrets, which are written in them and are never shown.
    package let secretFiles: Set<String>
    /// Loads the same files again from disk, with some replaced by drafts.
    private(set) var load: @Sendable (_ drafts: [String: String], _ programs: ProgramHost.Policy) -> Loaded

    package typealias Loaded = (compiled: CompiledConfiguration?, report: DiagnosticReport)

    /// A copy with all bots disabled, also after a reload.
    package var withoutBots: CompiledConfiguration {
        var compiled = self
        compiled.bots = PerClan([])
        compiled.load = { [load] drafts, policy in
            let (compiled, report) = load(drafts, policy)
            return (compiled?.withoutBots, report)
        }
        return compiled
    }

    /// The reason why the bot can be checked and tested, but not run; nil if it can log in somewhere.
    package var missingCredentials: Diagnostic? { configuration.bot.missingCredentials }

    /// Loads the same files again from disk and reports all errors, as `mezon-bot check` does.
    ///
    /// - Parameter drafts: Texts that are read instead of files, by name.
    package func reload(drafts: [String: String] = [:]) -> (compiled: CompiledConfiguration?, report: DiagnosticReport) {
        load(drafts, drafts.isEmpty ? .known : .none)
    }

    /// The failures of the rules' inline tests; empty if all pass.
    package func failedTests() -> [Diagnostic] { rules.failedTests() }
    package var testCount: Int { rules.testCount }

    /// A copy with additional bots in all channels.
    package func with(_ bots: [any Bot]) -> CompiledConfiguration {
        var compiled = self
        compiled.bots = compiled.bots.map { $0 + bots.map { BotPlacement($0) } }
        return compiled
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
        case .unset: false
        case .remote(let host, _, _): LoopbackHost.contains(host)
        }
    }
}

extension CompiledConfiguration {
    /// Loads a configuration and all files that it refers to, and reports all errors at once.
    ///
    /// - Parameters:
    ///   - programs: The host of the bots that are programs.
    ///   - policy: The programs that may be started.
    /// - Returns: No configuration if there is an error.
    package static func check(
        _ path: String, registry: BotRegistry, connectors: [any Connector.Type] = .standard, environment: [String: String],
        drafts: [String: String] = [:], programs: ProgramHost = ProgramHost(), _ policy: ProgramHost.Policy = .all
    ) -> (compiled: CompiledConfiguration?, report: DiagnosticReport) {
        var loaded = ConfigurationLoader(
            environment: environment, formats: connectors.formats, middleware: registry.middlewareNames
        ).load(path, drafts: drafts)
        loaded.diagnostics += [loaded.configuration?.reload.missingFolder].compactMap(\.self)
        let url = URL(fileURLWithPath: path).standardizedFileURL
        return check(
            loaded, root: url.lastPathComponent, folder: url.deletingLastPathComponent().path,
            bots: BotCatalog(registry, programs, policy), connectors: connectors
        ) { drafts, policy in
            check(
                path, registry: registry, connectors: connectors, environment: environment, drafts: drafts, programs: programs,
                policy)
        }
    }

    /// Checks files given as texts by path, independently of the environment.
    package static func check(
        texts: [String: String], root: String, registry: BotRegistry, connectors: [any Connector.Type] = .standard,
        programs: ProgramHost = ProgramHost(), _ policy: ProgramHost.Policy = .all
    ) -> (compiled: CompiledConfiguration?, report: DiagnosticReport) {
        check(
            ConfigurationLoader(environment: [:], formats: connectors.formats, middleware: registry.middlewareNames)
                .load(texts: texts, root: root), root: root,
            folder: "/", bots: BotCatalog(registry, programs, policy), connectors: connectors
        ) { drafts, policy in
            check(
                texts: texts.merging(drafts) { $1 }, root: root, registry: registry, connectors: connectors, programs: programs,
                policy)
        }
    }

    private static func check(
        _ loaded: LoadedConfiguration, root: String, folder: String, bots catalog: BotCatalog, connectors: [any Connector.Type],
        again: @escaping @Sendable ([String: String], ProgramHost.Policy) -> Loaded
    ) -> (compiled: CompiledConfiguration?, report: DiagnosticReport) {
        var diagnostics = loaded.diagnostics
        let bots = loaded.configuration.map { placements($0, catalog, in: folder, &diagnostics) }
        let middleware = loaded.configuration.map { AuthoredMiddleware($0, catalog.registry, &diagnostics) }
        let rules = loaded.configuration.map { configuration in
            RuleCompiler(configuration, version: RevisionID.of(loaded.sources.texts)).compile()
        }
        diagnostics += rules?.1 ?? []
        // Unused declarations are reported only without errors, because an error may hide uses.
        if let configuration = loaded.configuration, let set = rules?.0, !diagnostics.hasErrors {
            diagnostics += configuration.unused + RuleCompiler(configuration).usageWarnings(of: set)
        }
        let report = DiagnosticReport(diagnostics, sources: loaded.sources)
        guard let configuration = loaded.configuration, let bots, let middleware, let rules = rules?.0,
            !diagnostics.hasErrors
        else {
            return (nil, report)
        }
        let compiled = CompiledConfiguration(
            configuration: configuration, bots: bots, middleware: middleware, middlewareNames: catalog.registry.middlewareNames,
            rules: rules, files: RevisionFiles(root: root, texts: loaded.sources.texts), programs: catalog.programs,
            botFactory: catalog.registry.botFactory(), connectors: connectors, folder: folder,
            secretFiles: Set(loaded.sources.names.filter { loaded.sources.firstSecretLine(of: $0) != nil }), load: again)
        return (compiled, report)
    }

    /// Creates the bots of every clan and collects their diagnostics.
    private static func placements(
        _ configuration: Configuration, _ catalog: BotCatalog, in folder: String, _ diagnostics: inout [Diagnostic]
    ) -> PerClan<[BotPlacement]> {
        var made: [SourcePosition: BotPlacement] = [:]
        let placements = configuration.placements { enabledBot in
            switch catalog.placement(of: enabledBot, in: folder, hiding: configuration.store.path) {
            case .success(let placement):
                diagnostics += BotGrants.diagnostics(enabledBot, placement.manifest, tokens: configuration.bot.tokens)
                if (placement.make(BotRuntime()) as? any HelpProvider)?.helpEntry.hasButtons == true {
                    diagnostics += configuration.unreachableButtons(of: enabledBot, inPrivate: configuration.privateChannels)
                        .filter { !diagnostics.contains($0) }
                }
                made[enabledBot.position] = placement
                return placement
            case .failure(let error):
                diagnostics += error.diagnostics.filter { !diagnostics.contains($0) }
                return nil
            }
        }
        for settings in configuration.perClan(\.enabledBots).all {
            let clashes = commandConflicts(
                among: settings.compactMap { enabledBot in made[enabledBot.position].map { ($0, enabledBot) } })
            diagnostics += clashes.filter { !diagnostics.contains($0) }
        }
        return placements
    }
}
