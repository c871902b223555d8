import BotConfiguration
import ChatModel
import Logging
import MezonClient
import MezonTestGateway
import Storage
import Transport

/// The gateway that a configuration names, and the client for it.
struct GatewayAccess: Sendable {
    /// The gateway in this process; nil if the configuration names a remote one.
    let local: MezonTestGateway?
    let endpoint: GatewayEndpoint
    let client: SessionClient
    let tls: TLSPolicy

    /// Starts the local gateway if one is configured. The client logs in at its first call.
    ///
    /// - Parameter timeout: The time after which a gateway counts as unresponsive.
    /// - Throws: `GatewayError` if the local gateway cannot start; `ApplicationError` if no gateway is configured.
    init(_ bot: AccountSettings, timeout: Duration = .seconds(7), time: any TimeSource, logger: Logger) async throws {
        let credentials: Credentials
        if bot.gateway == .local {
            let gateway = try MezonTestGateway(time: time, logger: logger)
            try await gateway.start()
            guard let account = gateway.accounts.first(where: \.isApp),
                let endpoint = gateway.address.flatMap({ GatewayEndpoint($0.baseURL) })
            else {
                await gateway.shutdown()
                throw ApplicationError.gatewayUnreachable("the local gateway has no account for the bot")
            }
            local = gateway
            self.endpoint = endpoint
            credentials = Credentials(appID: "\(account.appID)", token: account.token)
        } else {
            guard case .remote(let host, let port, let isSecure) = bot.gateway, let configured = bot.credentials else {
                throw ApplicationError.gatewayUnreachable("no gateway is configured; set bot.gateway and the credentials")
            }
            local = nil
            endpoint = GatewayEndpoint(isSecure: isSecure, host: host, port: port)
            credentials = Credentials(appID: "\(configured.id)", token: configured.token)
        }
        tls = TLSPolicy(fingerprints: bot.fingerprints)
        client = SessionClient(
            endpoint: endpoint, credentials: credentials, tls: tls, time: time, logger: logger, timeout: timeout)
    }

    /// Logs in.
    ///
    /// - Parameters:
    ///   - folder: The data directory, in which commands can request the status meanwhile.
    ///   - waits: Whether to retry until a gateway responds.
    ///   - serviceManager: Told when that is necessary.
    /// - Throws: `ApplicationError.loginRefused`, `.gatewayUnreachable`; `CancellationError`.
    func session(
        _ store: Store, _ compiled: CompiledConfiguration, folder: String, waits: Bool, serviceManager: ServiceManager?,
        time: any TimeSource, logger: Logger
    ) async throws -> Session {
        let login = StartupLogin(
            client: client, store: store, rules: compiled.rules, gateway: "\(endpoint)", folder: folder,
            timeZone: compiled.configuration.bot.timeZone, waits: waits, serviceManager: serviceManager,
            time: time, logger: logger)
        return try await login.session()
    }

    func close() async throws {
        await local?.shutdown()
        try await client.shutdown()
    }
}
