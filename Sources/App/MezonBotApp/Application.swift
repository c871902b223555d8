import BotConfiguration
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
import RuleEngine
import ServiceLifecycle
import Storage
import Transport

/// The assembled application: event ingestion, event processing, delivery and their services.
///
/// This is the only place that connects targets that do not know each other.
package struct Application: Sendable {
    /// The command-line options that complement a configuration.
    package struct Options: Sendable {
        /// The data directory; nil for the directory of the configuration.
        package var dataFolder: String?
        package var readyFile: String?
        package var timing = ConnectionTiming()
        /// A Boolean value that indicates whether to retry until a gateway responds instead of giving up after half a minute.
        package var waitsForGateway = false
        /// A Boolean value that indicates whether a supervisor restarts the process. Its exit after a crash is then not delayed
        /// by the backtrace.
        package var isSupervised: Bool

        package init(dataFolder: String? = nil, readyFile: String? = nil, isStartedAgain: Bool = false) {
            self.dataFolder = dataFolder
            self.readyFile = readyFile
            self.isSupervised = isStartedAgain
        }
    }

    private let services: ServiceGroup
    private let reloader: ReloadService
    private let close: @Sendable () async throws -> Void

    /// Opens the store, starts the local gateway if one is configured, and logs in.
    ///
    /// - Parameter announce: called once when the first connection is ready, with a summary for the user.
    /// - Throws: `StorageError`, `GatewayError`, `ApplicationError`.
    package init(
        _ plan: CompiledConfiguration, options: Options, time: any TimeSource, logger: Logger,
        announce: @escaping @Sendable (StartupSummary) -> Void
    ) async throws {
        if let file = options.readyFile { try ReadyFile.checkPlace(of: file) }
        let folder = try DataDirectory(options.dataFolder ?? plan.configuration.store.path)
        for exposure in folder.exposures {
            logger.warning(
                "Data directory accessible to other users",
                metadata: ["store.exposure": "\(exposure.description)", "store.advice": "\(exposure.advice)"])
        }
        let store = try Store(folder: folder, cipher: plan.cipher, time: time, logger: logger)
        let archive = try Archive(folder: folder, store: store, time: time, logger: logger) { $0.event }

        let gateway = try await Self.localGateway(for: plan, time: time, logger: logger)
        let (endpoint, credentials) = try Self.login(plan, gateway: gateway)
        let tls = TLSPolicy(fingerprints: plan.configuration.bot.fingerprints)
        let client = SessionClient(endpoint: endpoint, credentials: credentials, tls: tls, time: time, logger: logger)
        let session: Session
        do {
            session = try await StartupLogin(
                client: client, store: store, rules: plan.rules, gateway: "\(endpoint)", folder: folder.path,
                timeZone: plan.configuration.bot.timeZone, waits: options.waitsForGateway, time: time, logger: logger
            ).session()
        } catch {
            await gateway?.shutdown()
            try await client.shutdown()
            throw error
        }

        let isLocal = plan.isLocal
        let gate = AsyncGate()
        // Mezon's own clients start about one call a second; the server's limit is not documented.
        let pace = ReadRateLimiter(perSecond: isLocal ? nil : 1, time: time)
        let history = ChannelHistory(client: client, pace: pace)
        let people = ClanReader(client: client, pace: pace)
        let accounts = AccountLookupService(reader: people, store: store, time: time, logger: logger)
        let listing = MemberSyncService(
            reader: people, store: store, accounts: accounts,
            named: plan.configuration.names.all.filter { $0.kind == .users }.map { UserID($0.id) }, time: time, logger: logger)
        let socket = MezonConnection(
            target: { try await client.socketTarget(afterRefusing: $0) },
            rpc: { rpc, body in try await client.socketCall(rpc, body) }, tls: tls, time: time, logger: logger,
            timing: options.timing)
        let health = HealthMonitor(startedAt: time.now)
        let web = WebFetcher(
            Dictionary(plan.configuration.plugins.map { ($0.name, $0.http) }) { first, _ in first }, time: time, logger: logger)
        let media = MediaHosts(api: session.api, isLocal: isLocal)
        let attachments = WebFetcher(media.accessPolicies(for: plan), time: time, logger: logger)
        store.blobs.sweep(at: time.now)
        let reader = ContextReadService(
            store: store, archive: archive, me: session.userID, history: history, web: web, files: attachments)
        let mezonFiles = MezonFileHost(client: client, place: media.base)
        let crashLog = try CrashLog(folder: folder.path, reportsApart: options.isSupervised)
        let executors = ExecutorProvider { DedicatedThreadExecutor($0, time: time, around: crashLog.attributing(to: $0)) }
        let ports = try await ConnectorRegistry(
            plan.configuration.ports, connectors: plan.connectors, store: store, me: session.userID,
            locale: plan.configuration.bot.locale, time: time,
            random: { SystemRandomNumberGenerator() }, logger: logger)
        let mezon = MezonSender(
            socket: socket, client: client, store: store, time: time, history: history, gate: gate,
            uploader: AttachmentUploader(files: mezonFiles, shelf: store.blobs))
        let carrier = AttachmentTransfer(
            from: ports.fileSources + [StoredFileSource(blobs: store.blobs), WebFileSource(inside: media.inside, time: time)],
            store: store, time: time, logger: logger)
        let interior = try await EventEngine(
            plan, store: store, me: session.userID, sender: { $0.isExternal ? ports.sender(for: $0) : mezon },
            perSecond: plan.configuration.send.perSecond ?? (isLocal ? nil : 80), random: SystemRandomNumberGenerator(),
            time: time, logger: logger, executors: executors, crashLog: crashLog, health: health,
            last: { [ports.attachmentReupload(for: $0, mezon: mezonFiles, by: carrier) { try await gate.pass() }] }
        ) { await reader.answer($0) }
        let reloader = ReloadService(
            plan, engine: interior.ruleEngine, rosters: interior.handlers, store: store, health: health, time: time,
            logger: logger,
            channelHandlers: interior.channelHandlers)
        let dispatcher = EventDispatcher(store: store, processor: interior.eventProcessor, logger: logger)

        let hasReceipts = plan.configuration.bot.receipts
        let receipts = ReadReceiptService(pace: ReadRateLimiter(perSecond: isLocal ? nil : 1, time: time), logger: logger) {
            message, channel in
            guard let channel = store.directory.channel(channel) else { return }
            try await socket.markSeen(message, in: channel)
        }
        let signs = TypingIndicatorService(board: interior.writing, time: time, logger: logger) { channel in
            guard !channel.isExternal, let channel = store.directory.channel(channel) else { return }
            try await socket.sendTypingIndicator(in: channel)
        }
        let ready = ReadyFile(
            gateway: "\(endpoint)", bot: session.userID,
            accounts: gateway?.accounts.filter { $0.appID != session.userID } ?? [], control: gateway?.address?.controlURL)
        let files = [options.readyFile, gateway != nil ? ReadyFile.path(in: folder.path) : nil].compactMap(\.self)
        let tokens = SharedTokenMonitor(health: health, time: time, logger: logger) {
            try await store.outbox.unaccounted(among: $0)
        }
        let firstTime = OneShotFlag()
        let intake = EventIngestor(
            socket: socket, store: store, client: client, history: history, gate: gate, receipts: hasReceipts ? receipts : nil,
            accounts: accounts, tokens: tokens, time: time, logger: logger, onJoined: { listing.ask(for: [$0]) }
        ) { channelHandlers in
            listing.ask(for: channelHandlers.clans.map(\.id))
            guard firstTime.claim else { return }
            for file in files {
                do {
                    try ready.write(to: file)
                } catch {
                    logger.error("Ready file not written", metadata: ["app.error": "\(error)"])
                }
            }
            announce(
                StartupSummary(
                    plan: plan, gateway: "\(endpoint)", isLocal: gateway != nil, channelHandlers: channelHandlers,
                    dataFolder: folder.path)
            )
        }

        let desk = AdminRequestHandler(
            folder: folder, store: store, archive: archive, bots: interior.bots, socket: socket, ports: ports, reloader: reloader,
            ruleEngine: interior.ruleEngine, heldAnswers: interior.heldAnswers, health: health,
            gateway: "\(endpoint)", time: time)
        self.reloader = reloader
        // Services stop in reverse order: ingestion first, the local gateway last.
        let order: [(any Service)?] = [
            gateway,
            CancellableService { try await socket.run() },
            CancellableService { await archive.run() },
            signs,
            hasReceipts ? receipts : nil,
            ports,
            interior.deliveryService,
            // Rules look up members: their first decision waits for the member lists, but only for a limited time.
            DelayedService(service: dispatcher, gate: listing.isOver, longest: .seconds(10), time: time),
            SanctionExpiryService(store: store, gate: gate, time: time, logger: logger) { channel, clan in
                Set(try await people.bans(in: channel, of: clan).map(\.user))
            },
            SchedulerService(store: store, time: time, logger: logger),
            BackfillService(
                store: store, page: { try await history.page($0) }, gate: gate, me: session.userID, time: time, logger: logger),
            RetentionService(
                store: store, archive: archive, policy: { RetentionPolicy(reloader.current.configuration) }, time: time,
                logger: logger),
            FileWatcher(reloader: reloader, time: time, logger: logger),
            AdminSocketServer(folder: folder.path, health: health, logger: logger) { await desk.answer($0) },
            listing,
            accounts,
            tokens,
            intake,
        ]
        var configuration = ServiceGroupConfiguration(
            services: order.compactMap(\.self).map { .init(service: $0) },
            logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() })
        configuration.maximumGracefulShutdownDuration = .seconds(12)  // Of the documented 15 s; the rest is for closing files.
        services = ServiceGroup(configuration: configuration)
        close = {
            if gateway != nil { try? FileManager.default.removeItem(atPath: ReadyFile.path(in: folder.path)) }
            try await client.shutdown()
            try archive.close()
            try store.close()
        }
    }

    /// Runs until `shutDown` is called or a service fails.
    ///
    /// - Throws: `ApplicationError`, and the error that ended a service.
    package func run() async throws {
        let result: Result<Void, any Error>
        do {
            result = .success(try await services.run())
        } catch SocketError.loginRefused(let reason) {
            result = .failure(ApplicationError.loginRefused(reason))
        } catch {
            result = .failure(error)
        }
        try await close()
        try result.get()
    }

    /// Stops ingestion, finishes turns, flushes deliveries up to a deadline, and closes. Remaining work stays on disk.
    package func shutDown() async { await services.triggerGracefulShutdown() }

    /// Reloads the configuration and activates its rules if they are valid. The result is reported in the log and the status.
    package func reload() async { _ = await reloader.reload() }

    static func localGateway(
        for plan: CompiledConfiguration, time: any TimeSource, logger: Logger
    ) async throws -> MezonTestGateway? {
        guard plan.configuration.bot.gateway == .local else { return nil }
        let gateway = try MezonTestGateway(time: time, logger: logger)
        try await gateway.start()
        return gateway
    }

    static func login(_ plan: CompiledConfiguration, gateway: MezonTestGateway?) throws -> (GatewayEndpoint, Credentials) {
        if let gateway, let account = gateway.accounts.first(where: { $0.isApp }),
            let url = gateway.address.flatMap({ GatewayEndpoint($0.baseURL) })
        {
            return (url, Credentials(appID: "\(account.appID)", token: account.token))
        }
        guard case .remote(let host, let port, let isSecure) = plan.configuration.bot.gateway,
            let credentials = plan.configuration.bot.credentials
        else { throw ApplicationError.gatewayUnreachable("no gateway is configured; set bot.gateway and the credentials") }
        return (
            GatewayEndpoint(isSecure: isSecure, host: host, port: port),
            Credentials(appID: "\(credentials.id)", token: credentials.token)
        )
    }
}

/// Runs a long-lived operation as a service. It is cancelled at graceful shutdown and then ends without an error.
private struct CancellableService: Service {
    let step: @Sendable () async throws -> Void

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await step() }
        } catch is CancellationError {
            return
        }
    }
}
