import AsyncSupport
package import BotConfiguration
package import ChatModel
package import ConnectorKit
import Delivery
import Logging
import MezonClient
import Synchronization

/// The connector for webhooks: received calls become messages in its channels, and messages in them are posted to targets.
package final class WebhookConnector: Connector {
    private enum ServerPhase {
        case idle
        case listening(ListenAddress)
        case failing(String)
        case over
    }

    private let settings: ConnectionSettings
    private let webhooks: WebhookSettings
    private let context: ConnectorContext
    private let random: any RandomNumberGenerator & Sendable
    private let senders: [ChannelID: WebhookChannelSender]
    private let serverPhase = Mutex(ServerPhase.idle)

    init(
        _ settings: ConnectionSettings, _ webhooks: WebhookSettings, _ context: ConnectorContext,
        random: any RandomNumberGenerator & Sendable, lookUp: @escaping HostResolver.Lookup = HostResolver.system
    ) {
        self.settings = settings
        self.webhooks = webhooks
        self.context = context
        self.random = random
        let sender = WebhookSender(time: context.time, lookUp: lookUp, logger: context.logger)
        let targets = Dictionary(webhooks.channels.map { ($0.name, $0.target) }) { first, _ in first }
        senders = settings.channels.reduce(into: [:]) { senders, channel in
            guard let target = targets[channel.name] ?? nil else { return }
            senders[channel.id] = WebhookChannelSender(channel.id, to: target, by: sender, context)
        }
    }

    package convenience init(_ connection: Connection<WebhookSettings>) {
        self.init(connection.configured, connection.settings, connection.context, random: connection.random)
    }

    package func sender(for channel: ChannelID) -> ChannelSender? { senders[channel].map(ChannelSender.init) }

    /// Receives until cancelled; returns at once if there are no endpoints.
    package func run() async throws {
        let endpoints = webhooks.channels.compactMap(\.endpoint)
        guard let address = webhooks.address, !endpoints.isEmpty else { return }
        let ingestor = WebhookIngestor(settings, webhooks, context)
        var backoff = Backoff()
        var random = random
        while true {
            let server = try WebhookServer(
                host: address.host, port: address.port, endpoints: endpoints, time: context.time, logger: context.logger
            ) { try await ingestor.accept($0) }
            do {
                let port = try await server.start()
                serverPhase.withLock { $0 = .listening(ListenAddress(host: address.host, port: port)) }
            } catch {
                // Another program may hold the port for a while, most likely the previous process.
                serverPhase.withLock { $0 = .failing("\(error)") }
                context.logger.warning(
                    "Webhook server could not be started",
                    metadata: ["connection.name": "\(settings.name)", "connection.error": "\(error)"])
                try await context.time.sleep(for: backoff.next(using: &random))
                continue
            }
            defer { serverPhase.withLock { $0 = .over } }
            return try await server.run()
        }
    }

    package var status: ConnectorStatus {
        let (text, isConnected): (String, Bool) =
            switch serverPhase.withLock({ $0 }) {
            case .idle where webhooks.address == nil: ("sending only", true)
            case .idle: ("not started yet", false)
            case .listening(let address): ("listening on \(address)", true)
            case .failing(let reason): (reason, false)
            case .over: ("stopped", false)
            }
        return ConnectorStatus(
            name: settings.name, network: settings.network.title, text: text, isConnected: isConnected,
            channels: settings.channels.map { channel in
                let receives = webhooks.channels.first { $0.name == channel.name }?.endpoint != nil
                let endpointProblem = receives && !isConnected ? "not receiving" : nil
                let problems = [senders[channel.id]?.obstacle, endpointProblem].compactMap(\.self)
                return .init(channel.name, obstacle: problems.isEmpty ? nil : problems.joined(separator: "; "))
            })
    }
}
