import AsyncSupport
package import BotConfiguration
package import ChatModel
package import ConnectorKit
package import Delivery
import Foundation
import Logging
import MezonClient
import Storage
import Synchronization
import Transport

/// The connector to channels of Mezon that another account than the bot's own is in.
///
/// A send without an acknowledgement is searched for in the channel's history before it is repeated, as on the bot's own account.
package final class MezonConnector: Connector, Sender {
    /// A client of the account while the connector runs.
    private struct Session: Sendable {
        let client: SessionClient
        let socket: MezonConnection
        let history: ChannelHistory
    }

    private let connection: ConnectionSettings
    private let settings: MezonSettings
    private let context: ConnectorContext
    private let channels: MezonChannels
    private let ingestor: MezonIngestor
    private let logger: Logger
    private let rate: FairRateLimiter<ClanID>?
    private let session = Mutex<Session?>(nil)
    /// The end of each channel's last page of history: the account's oldest message in it, and the page's oldest one on the server.
    private let pages = Mutex<[ChannelID: (own: MessageID, remote: MessageID)]>([:])

    package let splitter: MessageSplitter? = MessageSplitter()
    package let showsAuthorProfiles = false
    package let repetition = ResendMode.verified

    private static let pageSize = 100
    private static let maxPages = 100  // Without a message of the account: some thousands of messages.

    package init(_ connection: Connection<MezonSettings>) {
        self.connection = connection.configured
        settings = connection.settings
        context = connection.context
        logger = connection.logger
        channels = MezonChannels(connection.configured.channels)
        ingestor = MezonIngestor(
            connection: connection.configured, server: "\(settings.host):\(settings.port)", context: context, channels: channels)
        let time = context.time
        rate = (settings.perSecond ?? (settings.isLocal ? nil : SendSettings.mezonPerSecond)).map { limit in
            let rate = FairRateLimiter<ClanID>(limit: limit, time: time)
            // An earlier process may have sent as many a moment ago.
            rate.note(startsAt: Array(repeating: time.uptime, count: limit))
            return rate
        }
    }

    package func run() async throws {
        let client = SessionClient(settings, time: context.time, logger: logger)
        let socket = MezonConnection(
            client: client, tls: TLSPolicy(fingerprints: settings.fingerprints), time: context.time, logger: logger,
            mayAct: { [lease = context.store.lease] in lease.isCurrent })
        let reads = ReadRateLimiter(perSecond: settings.isLocal ? nil : 1, time: context.time)
        let history = ChannelHistory(client: client, rateLimiter: reads)
        session.withLock { $0 = Session(client: client, socket: socket, history: history) }
        let reader = MezonEventReader(
            socket: socket, client: client, history: history, channels: channels, ingestor: ingestor, time: context.time,
            logger: logger)
        let result: Result<Void, any Error>
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await socket.run() }
                group.addTask { try await reader.run() }
                defer { group.cancelAll() }
                for try await _ in group {}
            }
            result = .success(())
        } catch SocketError.loginRefused(let reason) {
            result = .failure(MezonAccountError.refused(reason))
        } catch {
            result = .failure(error)
        }
        if case .failure(let error) = result { channels.ended(error is CancellationError ? "stopped" : "\(error)") }
        session.withLock { $0 = nil }
        try await client.shutdown()
        try result.get()
    }

    package func sender(for channel: ChannelID) -> ChannelSender? { ChannelSender(self) }

    package var status: ConnectorStatus {
        let state = channels.current
        let (text, isConnected): (String, Bool) =
            switch state.phase {
            case .idle: ("not started yet", false)
            case .connecting(let attempt, nil): ("connecting to \(settings.host), attempt \(attempt)", false)
            case .connecting(let attempt, let reason?): ("connecting to \(settings.host), attempt \(attempt): \(reason)", false)
            case .connected(let me): ("connected to \(settings.host) as \(me)", true)
            case .ended(let reason): (reason, false)
            }
        let shown = channels.all.map { channel -> ConnectorStatus.ChannelStatus in
            let listed = channel.remote.flatMap { state.listed[$0] }
            let name = listed.map { "\(channel.name) (#\($0.label.terminalSafe))" } ?? channel.name
            return .init(
                name, obstacle: !isConnected ? "not connected" : listed == nil ? "the account does not see this channel" : nil)
        }
        return ConnectorStatus(
            name: connection.name, network: connection.network.title, text: text, isConnected: isConnected, channels: shown)
    }

    /// Logs in, and checks that the account's user is the configured one.
    package static func check(_ settings: MezonSettings) async -> [ConnectorFinding] {
        let client = SessionClient(settings, time: SystemTime(), logger: Logger(label: "check") { _ in SwiftLogNoOpLogHandler() })
        let finding: ConnectorFinding
        do {
            let session = try await client.sessions.session()
            finding = .good("logged in to \(settings.host) as \(session.userID)")
        } catch {
            finding = .problem("\(settings.host): \(error)", advice: "check the id, the token and the gateway of the connection")
        }
        do { try await client.shutdown() } catch { return [finding, .problem("\(settings.host): \(error)")] }
        return [finding]
    }

    // Sender

    package func waitUntilConnected(to channel: ChannelID) async throws { try await channels.waitUntilOpen(channel) }

    package func conversation(with user: UserID) async throws -> Channel {
        throw SendError.refused(code: 404, "direct messages are not supported over a connection to Mezon")
    }

    package func send(_ request: OutboundRequest) async throws -> SendResult {
        let local = request.channel.id
        guard connection.channels.contains(where: { $0.id == local }) else {
            throw SendError.refused(code: 404, "the connection has no such channel")
        }
        guard let open = channels.open(local), let session = session.withLock({ $0 }) else { throw SendError.notConnected }
        let translator = MezonRequestTranslator(channel: open.channel, me: open.me, local: local, context: context)
        guard let action = try await translator.action(for: request) else { return SendResult(0) }
        try await rate?.wait(for: open.channel.clan)
        do {
            let message = try await session.socket.send(action, in: open.channel)
            guard case .send = request.outgoing.request else { return SendResult(request.outgoing.message) }
            let id = try await context.naming.message(named: "\(message)", in: local)
            return SendResult(id, messages: [ExternalMessageID(id, externalID: "\(message)")])
        } catch let error as SocketError {
            throw SendError(error)
        }
    }

    /// Returns the account's messages of the next page before a cursor that has any; other messages are left out.
    package func history(of channel: Channel, before cursor: MessageID) async throws -> [Message] {
        guard let local = connection.channels.first(where: { $0.id == channel.id }) else { return [] }
        try await channels.waitUntilOpen(local.id)
        guard let open = channels.open(local.id), let session = session.withLock({ $0 }) else { throw SendError.notConnected }
        let first = try await ingestor.beginning(of: open.channel.id)
        var before: MessageID = 0
        if !cursor.isNone {
            guard let last = pages.withLock({ $0[local.id] }), last.own == cursor else { return [] }
            before = last.remote
        }
        for _ in 0..<Self.maxPages {
            let page = try await session.history.page(of: open.channel, before: before)
            var own: [Message] = []
            for message in page.sorted(by: { $0.id < $1.id }) where message.author.id == open.me && message.id > first {
                let id = try await context.naming.message(named: "\(message.id)", in: local.id)
                var found = try await ingestor.message(message, as: id, in: local, me: open.me, receivedAt: nil)
                found.attachments = message.attachments  // Their number distinguishes messages.
                own.append(found)
            }
            guard let oldest = page.map(\.id).min(), page.count >= Self.pageSize, oldest > first, before.isNone || oldest < before
            else { return own }
            before = oldest
            guard let next = own.map(\.id).min() else { continue }
            let end = (next, oldest)
            pages.withLock { $0[local.id] = end }
            return own
        }
        throw SendError.refused(code: 404, "the account's messages are further back than \(Self.maxPages) pages")
    }
}

extension SessionClient {
    fileprivate init(_ settings: MezonSettings, time: any TimeSource, logger: Logger) {
        self.init(
            endpoint: GatewayEndpoint(isSecure: settings.isSecure, host: settings.host, port: settings.port),
            credentials: Credentials(appID: "\(settings.id)", token: settings.token),
            tls: TLSPolicy(fingerprints: settings.fingerprints), time: time, logger: logger)
    }
}

extension MezonSettings {
    /// A Boolean value that indicates whether the server is on this machine, and has no limits.
    fileprivate var isLocal: Bool { LoopbackHost.contains(host) }
}
