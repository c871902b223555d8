import AsyncSupport
package import BotConfiguration
import BotKit
package import ChatModel
import ConnectorKit
import Delivery
import EventProcessing
import Foundation
package import Logging
package import MezonClient
import MezonTestGateway
import Moderation
package import PostgreSQLStorage
import RuleEngine
import ServiceLifecycle
import Storage

/// The assembled application: event ingestion, event processing, delivery and their services.
///
/// This is the only place that connects targets that do not know each other.
package struct Application: Sendable {
    /// The command-line options that complement a configuration.
    package struct Options: Sendable {
        /// The data directory; nil for `store.path` of the configuration.
        package var dataFolder: String?
        /// The file to write once the first connection is ready; nil for none.
        package var readyFile: String?
        /// The intervals and time limits of the connection to the gateway.
        package var timing = ConnectionTiming()
        /// A Boolean value that indicates whether to retry until a gateway responds instead of giving up after half a minute.
        package var waitsForGateway = false
        /// A Boolean value that indicates whether a supervisor restarts the process. Its exit after a crash is then not delayed
        /// by the backtrace.
        package var isSupervised: Bool
        /// The service manager that waits for reports; nil if there is none.
        package var serviceManager: ServiceManager?
        /// The process among those of a store on a server.
        package var node: ClusterNode
        /// Creates the console if the configuration has one; nil for a program without one.
        package var console: (@Sendable (ConsoleAccess) throws -> any ApplicationConsole)?
        /// Returns the fixtures in the folder of `reload.tests` that fail under a configuration; nil for a program that plays none.
        package var failedFixtures: (@Sendable (CompiledConfiguration) async -> [Diagnostic])?

        package init(dataFolder: String? = nil, readyFile: String? = nil, isSupervised: Bool = false) {
            self.dataFolder = dataFolder
            self.readyFile = readyFile
            self.isSupervised = isSupervised
            let pid = ProcessInfo.processInfo.processIdentifier
            node = ClusterNode(name: ProcessInfo.processInfo.hostName, process: UUID().uuidString, pid: pid, version: "")
        }
    }

    /// The end of a run.
    package enum Ending: Sendable {
        case shutDown
        /// Another process runs the bot, or is to.
        case leaseEnded
    }

    private let stores: DataStores
    private let gateway: GatewayAccess
    private let announcer: StartupAnnouncer
    private let reloader: ReloadService
    private let services: ServiceGroup
    private let shutdown: CancellationFlag
    private let logger: Logger

    /// Opens the store, starts the local gateway if one is configured, and logs in. The services start with `run`, which has to
    /// follow: it also closes what is opened here.
    ///
    /// - Parameter announce: Called once when the first connection is ready, with a summary for the user.
    /// - Throws: `StorageError`, `GatewayError`, `ApplicationError`; `LeaseEnding` if another process runs the bot by then, or is to.
    package init(
        _ compiled: CompiledConfiguration, options: Options, time: any TimeSource, logger: Logger,
        announce: @escaping @Sendable (StartupSummary) -> Void
    ) async throws {
        if let file = options.readyFile { try ReadyFile.checkLocation(of: file) }
        let folder = try DataDirectory(options.dataFolder ?? compiled.configuration.store.path)
        let server = compiled.configuration.store.server
        let clock = server == nil ? nil : DatabaseClock(time, logger: logger)
        let time: any TimeSource = clock ?? time
        let fingerprints = compiled.fingerprints
        let lease = try await Self.lease(server, clock, compiled.rules, options, in: folder, logger: logger)
        let compiled = await compiled.fingerprints == fingerprints ? compiled : compiled.reloaded(logger: logger)
        let stores = try DataStores(folder, server, lease, cipher: compiled.cipher, time: time, logger: logger)
        var gateway: GatewayAccess?
        do {
            let opened = try await GatewayAccess(compiled.configuration.bot, time: time, logger: logger)
            gateway = opened
            self = try await stores.store.lease.whileHeld {
                try await Application(
                    compiled, stores: stores, gateway: opened, options: options, time: time, logger: logger, announce: announce)
            }
        } catch {
            let error = stores.store.lease.ending ?? error
            var errors = FirstError(error, logger: logger)
            await errors.catching { try await gateway?.close() }
            errors.catching(stores.close)
            throw error
        }
    }

    /// Takes the lease of a store on a server, and stands by while another process has it.
    ///
    /// - Parameter server: The server; nil for a file, which needs no lease.
    private static func lease(
        _ server: ServerSettings?, _ time: DatabaseClock?, _ rules: RuleSet, _ options: Options, in folder: DataDirectory,
        logger: Logger
    ) async throws -> PostgreSQLLease? {
        guard let server, let time else { return nil }
        try await StoreOpener.waitForServer(server, persistently: options.waitsForGateway, time: time, logger: logger)
        // Commands find the store while the process stands by.
        try StoreOpener.record(of: server, in: folder)
        let standby = Standby(
            server: server, node: options.node, rules: rules, folder: folder.path, serviceManager: options.serviceManager,
            time: time, logger: logger)
        return try await standby.lease()
    }

    /// Logs in and assembles the services. The caller closes what it opened if that fails.
    private init(
        _ compiled: CompiledConfiguration, stores: DataStores, gateway: GatewayAccess, options: Options, time: any TimeSource,
        logger: Logger, announce: @escaping @Sendable (StartupSummary) -> Void
    ) async throws {
        shutdown = CancellationFlag()
        self.stores = stores
        self.gateway = gateway
        self.logger = logger
        let store = stores.store
        let folder = stores.folder.path
        let session = try await gateway.session(
            store, compiled, folder: folder, waits: options.waitsForGateway, serviceManager: options.serviceManager,
            time: time, logger: logger)
        let me = session.userID
        store.blobs.sweep(at: time.now)

        let health = HealthMonitor(startedAt: time.now)
        let mezon = MezonServices(
            compiled, gateway: gateway, session: session, store: store, timing: options.timing, time: time, logger: logger)
        let connectors = try await ConnectorRegistry(compiled, store: store, me: me, time: time, logger: logger)
        let routes = DeliveryRoutes(
            compiled.configuration, mezon: mezon, connectors: connectors, store: store, time: time, logger: logger)
        let reads = ContextReadService(compiled, stores: stores, mezon: mezon, time: time, logger: logger)

        let crashLog = try CrashLog(folder: folder, isSupervised: options.isSupervised)
        let engine = try await EventEngine(
            compiled, store: store, me: me, sender: { routes.sender(for: $0) },
            environment: .live(compiled, mezon: mezon, routes: routes, crashLog: crashLog, health: health, time: time),
            time: time, logger: logger, reads: reads.answer)
        reloader = ReloadService(
            compiled, engine: engine, store: store, health: health, time: time, logger: logger,
            failedFixtures: options.failedFixtures)

        var admin = AdminRequestHandler(
            stores: stores, engine: engine, socket: mezon.socket, connectors: connectors, reloader: reloader, health: health,
            gateway: "\(gateway.endpoint)", time: time, logger: logger)
        let tracing = compiled.configuration.tracing.map {
            TraceExporter($0, store: store, time: time, logger: logger, random: SystemRandomNumberGenerator())
        }
        let metrics = MetricsCollector(
            stores: stores, ruleEngine: engine.ruleEngine, deliveries: engine.deliveryService, socket: mezon.socket,
            reloader: reloader, backup: compiled.configuration.store.backup, tracing: tracing, status: admin.report)
        let access = try compiled.configuration.console.map { [reloader, admin] settings in
            let archive = try ArchiveReader(folder: folder, cipher: compiled.cipher)
            return ConsoleAccess(
                settings: settings, reader: store.reader, search: archive.page, configuration: { reloader.current },
                ask: admin.answer, metrics: metrics.metrics, chat: ChatAccess(gateway, time: time, logger: logger),
                degrade: { $0.isEmpty ? health.clear(.console) : health.degrade(.console, $0) }, time: time, logger: logger)
        }
        let console = try access.flatMap { try options.console?($0) }
        admin.console = console
        let menus =
            !compiled.configuration.bot.slashMenu
            ? nil
            : QuickMenuService(
                client: mezon.client, rateLimiter: mezon.clans.rateLimiter, me: me, time: time, logger: logger
            ) { compiled.quickMenu(of: $0, channel: store.directory.channel) }
        let tokenMonitor = SharedTokenMonitor(
            health: health, time: time, logger: logger, unaccounted: store.outbox.unaccounted(among:))
        announcer = StartupAnnouncer(
            compiled, gateway: gateway, me: me, dataFolder: folder, readyFile: options.readyFile, logger: logger,
            announce: announce)

        // Services stop in reverse order: first ingestion, then turns, deliveries and connections, and last the local gateway.
        services = ServiceGroup(inOrder: [
            gateway.local,
            LeaseService(lease: store.lease, resetConnection: mezon.socket.reset, logger: logger),
            CancellableService(mezon.socket.run),
            CancellableService {
                // A node that takes over answers first: its archive has missed what other nodes have stored.
                if stores.server != nil { try await time.sleep(for: .seconds(5)) }
                await stores.archive.run()
            },
            tracing,
            TypingIndicatorService(tracker: engine.bots.typing, time: time, logger: logger, show: mezon.presence.showTyping),
            mezon.receipts,
            connectors,
            engine.deliveryService,
            // Rules look up members: their first decision waits for the member lists, but only for a limited time.
            DelayedService(service: engine.dispatcher, gate: mezon.members.isLoaded, longest: .seconds(10), time: time),
            engine.sanctionExpiry,
            engine.scheduler,
            BackfillService(
                store: store, page: mezon.history.page(_:), connected: mezon.connected, me: me, time: time, logger: logger),
            DatabaseVerificationService(stores: stores, health: health, logger: logger),
            RetentionService(stores: stores, reloader: reloader, time: time, logger: logger),
            compiled.configuration.store.backup.map { [reloader] settings in
                BackupService(
                    settings: settings, dataFolder: folder, configuration: { reloader.current.files.texts }, health: health,
                    time: time, logger: logger)
            },
            FileWatcher(reloader: reloader, time: time, logger: logger),
            AdminSocketServer(folder: folder, health: health, logger: logger, answer: admin.answer),
            mezon.members,
            menus,
            mezon.accounts,
            tokenMonitor,
            EventIngestor(
                mezon: mezon, store: store, menus: menus, tokenMonitor: tokenMonitor,
                activities: compiled.activityFilter(store.directory, me: me), announcer: announcer, time: time, logger: logger),
            console,
            options.serviceManager.map { ServiceManagerReporter(manager: $0, time: time) },
        ])
    }

    /// Runs the services until `shutDown` is called or one of them fails, then closes the client and the store. It can be called
    /// once.
    ///
    /// - Throws: `ApplicationError`, and the error that ended a service; otherwise the first error of closing. None if the lease ended.
    @discardableResult
    package func run() async throws -> Ending {
        var errors = FirstError(logger: logger)
        await errors.catching {
            do {
                try await services.run()
            } catch SocketError.loginRefused(let reason) {
                throw ApplicationError.loginRefused(reason)
            } catch is CancellationError where shutdown.isCancelled {
                // The time for it is over, as with a disk or a server that does not answer.
                logger.warning("Shut down before everything was stored; the next start reads it again")
            }
        }
        announcer.removeGatewayFile()
        await errors.catching { try await gateway.client.shutdown() }
        errors.catching(stores.close)
        // Whatever failed because another process runs the bot is its work now.
        if stores.store.lease.ending != nil { return .leaseEnded }
        try errors.rethrow()
        return .shutDown
    }

    /// Requests a graceful shutdown and returns immediately. `run` then stops ingestion, finishes turns, flushes deliveries up to
    /// a deadline, and returns. Remaining work stays on disk.
    package func shutDown() async {
        shutdown.cancel()
        await services.triggerGracefulShutdown()
    }

    /// Reloads the configuration and activates its rules if they are valid. The result is reported in the log and the status.
    package func reload() async { _ = await reloader.reload() }
}

extension ServiceGroup {
    /// Creates a group that writes no logs of its own, from the services that are not nil. They stop in reverse order.
    fileprivate init(inOrder services: [(any Service)?]) {
        var configuration = ServiceGroupConfiguration(
            services: services.compactMap(\.self).map { service in
                .init(
                    service: service,
                    successTerminationBehavior: service is LeaseService ? .gracefullyShutdownGroup : .cancelGroup)
            },
            logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() })
        configuration.maximumGracefulShutdownDuration = .seconds(12)  // Of the documented 15 s; the rest is for closing files.
        self.init(configuration: configuration)
    }
}
