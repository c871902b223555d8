import ArgumentParser
import BotConfiguration
import BotTesting
import ChatModel
import Console
import Foundation
import Logging
import MezonBotApp
import MezonClient
import MezonTestGateway
import PostgreSQLStorage
import ProgramBots
import Storage
import Synchronization
import UnixSignals

/// Runs the bot.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run the bot.",
        discussion: """
            With several --config options one process runs several bots, each with its own account and its own data. A bot that fails is \
            started again after a minute, and the others go on.

            The first SIGINT or SIGTERM shuts the bot down gracefully, the second one immediately; SIGHUP reloads the configuration. \
            Exit codes: 0 success, 1 failure, 2 configuration errors, 69 gateway unreachable or login refused, 75 data directory in use.
            """)

    @Option(help: .configurations, completion: .configuration)
    var config = ["config.yaml"]

    @Option(help: .dataDirectory, completion: .directory)
    var data: String?

    @Option(help: ArgumentHelp("File to write one JSON object to when the bot is ready", valueName: "file"), completion: .file())
    var readyFile: String?

    @Flag(name: .customLong("no-bots"), help: "Disable bots; run rules and moderation only")
    var withoutBots = false

    @Flag(help: "Restart after a crash; not needed under a service manager")
    var restart = false

    @Flag(
        help: ArgumentHelp(
            "Keep trying while the gateway is unreachable",
            discussion: "Implied under a service manager. Otherwise the bot gives up after three attempts within half a minute."))
    var wait = false

    /// Soak tests that count heartbeats set a shorter interval.
    @Option(help: .hidden)
    var heartbeatMilliseconds: Int?

    @Option(
        help: ArgumentHelp(
            "Name of this process in `cluster list`, for a store on a server (default: the host's name)", valueName: "name"))
    var node: String?

    @OptionGroup var log: LogOptions

    func validate() throws {
        if let heartbeatMilliseconds, !(1...10_000).contains(heartbeatMilliseconds) {
            throw ValidationError("--heartbeat-milliseconds must be between 1 and 10000")
        }
        if config.count > 1, let option = data.map({ _ in "--data" }) ?? readyFile.map({ _ in "--ready-file" }) {
            throw ValidationError(
                "\(option) is for one bot, and there are \(config.count) configurations; set store.path in each")
        }
        if let node, !(1...64).contains(node.utf8.count) || !node.utf8.allSatisfy(Self.isAllowedInName) {
            throw ValidationError("--node must have 1 to 64 letters, digits, dots, underscores and hyphens")
        }
    }

    private static func isAllowedInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    func run() async throws {
        if RestartSupervisor.isSupervisedChild {
            RestartSupervisor.followParent()
        } else if restart {
            try await RestartSupervisor(logger: log.logger("mezon-bot"), time: SystemTime()).run()
        }
        let bots = try hostedBots(log.logger("mezon-bot"))
        defer { for bot in bots { bot.programs.end() } }
        try await BotHost(bots: bots, time: SystemTime(), logger: log.logger("mezon-bot")).run()
    }

    /// Loads the configurations, and prints what is wrong with any of them.
    private func hostedBots(_ logger: Logger) throws -> [HostedBot] {
        let process = ProcessInfo.processInfo
        let manager = ServiceManager(environment: process.environment, processID: process.processIdentifier)
        let managers = manager?.shared(by: config.count)
        var bots: [HostedBot] = []
        var failure: (any Error)?
        for (index, file) in config.enumerated() {
            do {
                bots.append(try hostedBot(file, managers?[index], logger))
            } catch {
                failure = failure ?? error
            }
        }
        do {
            if let failure { throw failure }
            try HostedBot.checkPlaces(of: bots)
        } catch {
            for bot in bots { bot.programs.end() }
            throw error
        }
        return bots
    }

    private func hostedBot(_ file: String, _ manager: ServiceManager?, _ logger: Logger) throws -> HostedBot {
        var logger = logger
        if config.count > 1 { logger[metadataKey: "bot.config"] = "\(file)" }
        let programs = ProgramHost(dataFolder: data) { [logger] program, line in
            logger.info("Program reported", metadata: ["bots.bot": "\(program)", "bots.line": "\(line)"])
        }
        do {
            let checked = try CompiledConfiguration.checked(file, isRun: true, programs: programs, .all)
            let compiled = withoutBots ? checked.withoutBots : checked
            compiled.warnOfUnconfinedPrograms(logger)
            return HostedBot(
                config: file, compiled: compiled, options: options(file, compiled, manager), programs: programs, logger: logger)
        } catch {
            programs.end()
            throw error
        }
    }

    private func options(_ file: String, _ compiled: CompiledConfiguration, _ manager: ServiceManager?) -> Application.Options {
        var options = Application.Options(
            dataFolder: data, readyFile: readyFile, isSupervised: RestartSupervisor.isSupervisedChild)
        let process = ProcessInfo.processInfo
        options.node = ClusterNode(
            name: node ?? process.hostName, process: UUID().uuidString, pid: process.processIdentifier, version: Build.version)
        if let heartbeatMilliseconds { options.timing.ping = .milliseconds(heartbeatMilliseconds) }
        options.serviceManager = manager
        // systemd sets the variable for every service.
        options.waitsForGateway = wait || manager != nil || process.environment["INVOCATION_ID"] != nil
        options.console = { [registry = Build.registry, folder = data ?? compiled.configuration.store.path] in
            ConsoleService(
                $0, registry: registry, version: Build.version, commands: AssistantCommands(configuration: file, data: folder))
        }
        options.failedFixtures = ReloadTests(time: SystemTime()).failures
        return options
    }
}

extension CompiledConfiguration {
    /// Loads a configuration without errors whose rules pass their tests. Warnings are printed.
    ///
    /// - Parameters:
    ///   - isRun: Pass true if the bot has to be able to log in.
    ///   - programs: The host of the bots that are programs.
    ///   - policy: The programs that may be started.
    static func checked(
        _ config: String, isRun: Bool = false, programs: ProgramHost = ProgramHost(), _ policy: ProgramHost.Policy = .omitted
    ) throws -> CompiledConfiguration {
        let (compiled, found) = check(
            config, registry: Build.registry, connectors: Build.connectors, environment: ProcessInfo.processInfo.environment,
            programs: programs, policy)
        let missing = isRun ? compiled?.missingCredentials : nil
        let report = found.with(found.diagnostics + [missing].compactMap(\.self))
        if !report.diagnostics.isEmpty { printError(report) }
        guard let compiled, missing == nil else { throw ExitCode(CommandError.ExitCode.configuration.rawValue) }
        let failures = report.with(compiled.failedTests())
        guard failures.diagnostics.isEmpty else {
            printError(failures)
            throw ExitCode(CommandError.ExitCode.configuration.rawValue)
        }
        return compiled
    }
}
