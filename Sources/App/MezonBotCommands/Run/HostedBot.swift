import AsyncSupport
import BotConfiguration
import ChatModel
import Foundation
import Logging
import MezonBotApp
import MezonClient
import MezonTestGateway
import PostgreSQLStorage
import ProgramBots
import Storage
import Synchronization

/// The bot of a configuration, in a process that may run several.
struct HostedBot: Sendable {
    let config: String
    let compiled: CompiledConfiguration
    let options: Application.Options
    let programs: ProgramHost
    /// The logger, which names the configuration if there are several.
    let logger: Logger
    private let started = StartedApplication()

    init(
        config: String, compiled: CompiledConfiguration, options: Application.Options, programs: ProgramHost, logger: Logger
    ) {
        self.config = config
        self.compiled = compiled
        self.options = options
        self.programs = programs
        self.logger = logger
    }

    private var folder: String { options.dataFolder ?? compiled.configuration.store.path }

    /// Runs the application, again whenever it has given up the lease of its store, until it is to end.
    ///
    /// - Throws: `CommandError`.
    func run(until ending: AsyncGate) async throws {
        do {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    try await runWhileLeased()
                    return true
                }
                group.addTask {
                    try await ending.waitUntilOpen()
                    // Without an application the start is interrupted.
                    guard let application = started.shutDown() else { return true }
                    await application.shutDown()
                    return false
                }
                while try await group.next() == false {}
                group.cancelAll()
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

    private func runWhileLeased() async throws {
        var isFirst = true
        repeat {
            do {
                let application = try await application(isFirst: isFirst)
                started.set(application)
                guard try await application.run() == .leaseEnded else { return }
            } catch let ending as LeaseEnding {
                logger.info("Another node takes over", metadata: ["cluster.reason": "\(ending)"])
            } catch {
                _ = started.end()
                throw error
            }
            isFirst = false
        } while started.end()
    }

    /// Waits for the lease, creates the application and logs in.
    private func application(isFirst: Bool) async throws -> Application {
        // Files may have changed while another process ran the bot, or before it did.
        let compiled = await isFirst ? compiled : compiled.reloaded(logger: logger)
        let chat = "mezon-bot chat --as guest" + (folder == "data" ? "" : " --data \(folder)")
        let application = try await Application(
            compiled, options: options, time: SystemTime(), logger: logger
        ) { announcement in
            print(announcement.text(chat: chat))
        }
        programs.hideStore()
        return application
    }

    func reload() async { await started.application?.reload() }

    /// Reports that the bot has failed, and that it does not keep the others from being ready.
    func reportFailure(_ error: any Error, retryingAfter interval: Duration) {
        let reason = (error as? CommandError)?.message ?? "\(error)"
        logger.error(
            "The bot failed and is started again; the others go on",
            metadata: ["app.error": "\(reason)", "retry.after": "\(interval.components.seconds) s"])
        options.serviceManager?.reportFailure()
    }
}

extension HostedBot {
    /// Checks that no two bots have the same place for their data.
    ///
    /// - Throws: `CommandError`.
    static func checkPlaces(of bots: [HostedBot]) throws {
        try check(bots, "data directory", "set store.path in each") { bot in
            URL(fileURLWithPath: bot.folder).resolvingSymlinksInPath().standardizedFileURL.path
        }
        try check(bots, "schema of a database server", "set store.schema in each") { bot in
            bot.compiled.configuration.store.server.map { $0.url.reveal() + " " + $0.schema }
        }
    }

    private static func check(
        _ bots: [HostedBot], _ place: String, _ suggestion: String, at path: (HostedBot) -> String?
    ) throws {
        let groups = Dictionary(grouping: bots.filter { path($0) != nil }, by: path)
        guard let shared = groups.values.filter({ $0.count > 1 }).min(by: { $0[0].config < $1[0].config }) else { return }
        let files = shared.map(\.config)
        let names = Set(files).count == 1 ? "\(files[0]) is given \(files.count) times" : "\(files[0]) and \(files[1])"
        throw CommandError(.configuration, "the same \(place) for two bots: \(names); \(suggestion)")
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
