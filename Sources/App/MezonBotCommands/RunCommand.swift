import ArgumentParser
import BotConfiguration
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
            The first SIGINT or SIGTERM shuts the bot down gracefully, the second one immediately; SIGHUP reloads the configuration. \
            Exit codes: 0 success, 1 failure, 2 configuration errors, 69 gateway unreachable or login refused, 75 data directory in use.
            """)

    @Option(help: .configuration, completion: .configuration)
    var config = "config.yaml"

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
            "Name of this process among those of a store on a server (default: the host's name)", valueName: "name"))
    var node: String?

    @OptionGroup var log: LogOptions

    func validate() throws {
        if let heartbeatMilliseconds, !(1...10_000).contains(heartbeatMilliseconds) {
            throw ValidationError("--heartbeat-milliseconds must be between 1 and 10000")
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
        let logger = log.logger("mezon-bot")
        let programs = ProgramHost(dataFolder: data) { program, line in
            logger.info("Program reported", metadata: ["bots.bot": "\(program)", "bots.line": "\(line)"])
        }
        defer { programs.end() }
        let compiled = try compiled(programs)
        compiled.warnOfUnconfinedPrograms(logger)
        do {
            let folder = data ?? compiled.configuration.store.path
            let chat = "mezon-bot chat --as guest" + (folder == "data" ? "" : " --data \(folder)")
            var options = Application.Options(
                dataFolder: data, readyFile: readyFile, isSupervised: RestartSupervisor.isSupervisedChild)
            let process = ProcessInfo.processInfo
            options.node = ClusterNode(
                name: node ?? process.hostName, process: UUID().uuidString, pid: process.processIdentifier,
                version: Build.version)
            if let heartbeatMilliseconds { options.timing.ping = .milliseconds(heartbeatMilliseconds) }
            let environment = process.environment
            options.serviceManager = ServiceManager(environment: environment, processID: process.processIdentifier)
            // systemd sets the second variable for every service.
            options.waitsForGateway = wait || options.serviceManager != nil || environment["INVOCATION_ID"] != nil
            options.console = { [registry = Build.registry, config] in
                ConsoleService(
                    $0, registry: registry, version: Build.version,
                    commands: AssistantCommands(configuration: config, data: folder))
            }
            try await run(logger) { [options] isFirst in
                // Files may have changed while another process ran the bot, or before it did.
                let compiled = await isFirst ? compiled : compiled.reloaded(logger: logger)
                let application = try await Application(
                    compiled, options: options, time: SystemTime(), logger: logger
                ) { announcement in
                    print(announcement.text(chat: chat))
                }
                programs.hideStore()
                return application
            }
        } catch let error as ApplicationError {
            switch error {
            case .loginRefused, .gatewayUnreachable: throw CommandError(.gateway, "\(error)")
            case .cannotWrite, .stateUnreadable: throw CommandError(.failed, "\(error)")
            }
        } catch let error as StorageError {
            throw CommandError(error)
        } catch let error as GatewayError {
            throw CommandError(.failed, "\(error)")
        }
    }

    /// The documented time, after which the process ends although a call of the database has not returned.
    private static let maxShutdown: TimeInterval = 15

    private static func exit(after delay: TimeInterval, _ logger: Logger) {
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: delay)
            logger.error("The shutdown takes too long; the process ends, and the next start reads what was not stored")
            _exit(CommandError.ExitCode.failed.rawValue)
        }
    }

    private func compiled(_ programs: ProgramHost) throws -> CompiledConfiguration {
        let checked = try CompiledConfiguration.checked(config, isRun: true, programs: programs, .all)
        return withoutBots ? checked.withoutBots : checked
    }

    /// Runs the application, again whenever it has given up the lease of its store. The first signal shuts it down gracefully, the second
    /// one immediately; SIGHUP reloads the rules.
    ///
    /// - Parameter start: Waits for the lease, creates the application and logs in. A signal interrupts it too.
    private func run(_ logger: Logger, _ start: @escaping @Sendable (_ isFirst: Bool) async throws -> Application) async throws {
        let started = StartedApplication()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var isFirst = true
                while true {
                    do {
                        let application = try await start(isFirst)
                        started.set(application)
                        guard try await application.run() == .leaseEnded else { return }
                    } catch let ending as LeaseEnding {
                        logger.info("Another node takes over", metadata: ["cluster.reason": "\(ending)"])
                    }
                    isFirst = false
                    guard started.end() else { return }
                }
            }
            group.addTask {
                var isEnding = false
                for await signal in await UnixSignalsSequence(trapping: .sigterm, .sigint) {
                    guard !isEnding else { _exit(128 + signal.number) }
                    isEnding = true
                    Self.exit(after: Self.maxShutdown, logger)
                    logger.info("Shutting down; a second signal exits immediately", metadata: ["process.signal": "\(signal)"])
                    guard let application = started.shutDown() else { return }
                    await application.shutDown()
                }
            }
            group.addTask {
                for await _ in await UnixSignalsSequence(trapping: .sighup) { await started.application?.reload() }
            }
            try await group.next()
            group.cancelAll()
        }
    }
}

/// The application while it is logged in.
private final class StartedApplication: Sendable {
    private struct State {
        var application: Application?
        var isShuttingDown = false
    }

    private let state = Mutex(State())

    var application: Application? { state.withLock { $0.application } }

    func set(_ application: Application) { state.withLock { $0.application = application } }

    /// - Returns: The application that is to be shut down; nil if there is none.
    func shutDown() -> Application? {
        state.withLock { state in
            state.isShuttingDown = true
            return state.application
        }
    }

    /// - Returns: Whether another one may be started.
    func end() -> Bool {
        state.withLock { state in
            state.application = nil
            return !state.isShuttingDown
        }
    }
}

extension UnixSignal {
    var number: Int32 {
        switch self {
        case .sigint: SIGINT
        case .sighup: SIGHUP
        default: SIGTERM
        }
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
