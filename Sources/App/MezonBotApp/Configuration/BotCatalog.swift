import BotConfiguration
import BotKit
import ProgramBots

/// The bots that a configuration can enable: those of this build, and programs.
struct BotCatalog: Sendable {
    struct PlacementError: Error { let diagnostics: [Diagnostic] }

    let registry: BotRegistry
    let programs: ProgramHost
    private let policy: ProgramHost.Policy

    init(_ registry: BotRegistry, _ programs: ProgramHost, _ policy: ProgramHost.Policy) {
        self.registry = registry
        self.programs = programs
        self.policy = policy
    }

    /// Creates an enabled bot with its options.
    ///
    /// - Parameters:
    ///   - folder: The folder of the configuration.
    ///   - store: The folder of the store, which programs must not see.
    func placement(of enabledBot: EnabledBotSettings, in folder: String, hiding store: String) -> Result<
        BotPlacement, PlacementError
    > {
        do {
            let bot = try definition(of: enabledBot, in: folder, hiding: store)
            let make = try bot.initializer(
                options: enabledBot.config, secrets: enabledBot.secrets, runsLate: enabledBot.late == .run,
                calls: enabledBot.calls)
            return .success(BotPlacement(bot: bot, make: make, reach: enabledBot.scope))
        } catch let error as PlacementError {
            return .failure(error)
        } catch let error as OptionError {
            return failure(
                .unknownWord(
                    error.path.last ?? "", at: enabledBot.position(ofOption: error.path), code: "bad-option",
                    message: error.message, candidates: error.candidates))
        } catch {
            return failure(Diagnostic(.error, "bad-option", "\(error)", at: enabledBot.position))
        }
    }

    private func failure(_ diagnostics: Diagnostic...) -> Result<BotPlacement, PlacementError> {
        .failure(PlacementError(diagnostics: diagnostics))
    }

    private func definition(
        of enabledBot: EnabledBotSettings, in folder: String, hiding store: String
    ) throws(PlacementError) -> BotDefinition {
        let known = registry.definitions.first { $0.manifest.name == enabledBot.name }
        guard let program = enabledBot.program else {
            if let known { return known }
            throw PlacementError(diagnostics: [
                .unknownWord(
                    enabledBot.name, at: enabledBot.position, code: "unknown-bot",
                    message: "unknown bot '\(enabledBot.name)'; this build provides \(registry.names.joined(separator: ", "))",
                    candidates: registry.names)
            ])
        }
        guard known == nil else {
            throw PlacementError(diagnostics: [
                Diagnostic(
                    .error, "duplicate-name", "this build has a bot of the name '\(enabledBot.name)'", at: enabledBot.position,
                    suggestion: "give the program another name, or remove 'program'")
            ])
        }
        let (needs, problems) = BotGrants.capabilities(ofProgram: enabledBot)
        guard problems.isEmpty else { throw PlacementError(diagnostics: problems) }
        do {
            return try programs.definition(
                of: enabledBot.name, program, in: folder, hiding: store, needs: needs, policy)
        } catch {
            if policy == .omitted, error == .unstarted { throw PlacementError(diagnostics: []) }
            throw PlacementError(diagnostics: [error.diagnostic(of: enabledBot, program)])
        }
    }
}

extension ProgramError {
    fileprivate func diagnostic(of bot: EnabledBotSettings, _ program: ProgramSettings) -> Diagnostic {
        let position = program.command.first?.position ?? bot.position
        switch self {
        case .notFound(let name, let isInFolder):
            let words = program.command.count == 1 ? name.split(separator: " ") : []
            return Diagnostic(
                .error, "program-not-found", "\(self)", at: position,
                suggestion: isInFolder
                    ? "write ./\(name) for the file beside the configuration"
                    : words.count > 1 ? "write program: [\(words.joined(separator: ", "))]" : "install it, or correct the name")
        case .notExecutable(let name):
            return Diagnostic(
                .error, "program-not-executable", "\(self)", at: position,
                suggestion: "run chmod +x \(name), or write the interpreter before it: [python3, \(name)]")
        case .unstarted: return Diagnostic(.warning, "program-unstarted", "'\(bot.name)': \(self)", at: position)
        default: return Diagnostic(.error, "program-failed", "'\(bot.name)': \(self)", at: position)
        }
    }
}
