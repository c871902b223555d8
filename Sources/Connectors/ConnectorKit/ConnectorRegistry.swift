import AsyncSupport
package import BotConfiguration
package import ChatModel
package import Delivery
package import Logging
import ServiceLifecycle
package import Storage

/// The connections of a configuration.
package struct ConnectorRegistry: Service {
    private let all: [(settings: ConnectionSettings, connector: any Connector)]
    private let byChannel: [ChannelID: any Sender]
    private let filesByChannel: [ChannelID: any FileSource & FileHost]
    private let store: Store
    private let logger: Logger

    /// Creates the connectors and registers their channels in the directory.
    ///
    /// - Parameters:
    ///   - connectors: The connectors that have read the settings.
    ///   - me: The user of the application on every network, to whom its own messages belong.
    ///   - locale: The language of the texts that the application itself writes.
    /// - Throws: The errors of the store.
    package init(
        _ settings: [ConnectionSettings], connectors: [any Connector.Type], store: Store, me: UserID,
        locale: AccountSettings.Locale = .en, time: any TimeSource,
        random: @Sendable () -> any RandomNumberGenerator & Sendable, logger: Logger
    ) async throws {
        let idMap = try await ExternalIDMap(store: store, time: time)
        let context = ConnectorContext(store: store, naming: idMap, botUser: me, time: time, logger: logger, locale: locale)
        self.store = store
        self.logger = logger
        all = settings.map { ($0, Self.connector($0, connectors, context, random())) }
        func recording(_ sender: some Sender) -> any Sender { RemovalRecorder(base: sender, store: store, time: time) }
        byChannel = Dictionary(
            all.flatMap { entry in
                entry.settings.channels.map { channel in
                    let sender =
                        entry.connector.sender(for: channel.id)?.sender
                        ?? UnroutableSender(reason: "the channel only receives", wasConfigured: false)
                    return (channel.id, recording(sender))
                }
            }
        ) { first, _ in first }
        filesByChannel = Dictionary(
            all.flatMap { entry in
                let files = (entry.connector as? any FileConnector)?.files
                return entry.settings.channels.compactMap { channel in files.map { (channel.id, $0) } }
            }
        ) { first, _ in first }
        try await store.directory.remember(
            clans: settings.map { Clan(id: ClanID(connection: $0.name), name: $0.name) },
            channels: settings.flatMap { connection in
                connection.channels.map {
                    Channel(
                        id: $0.id, clan: ClanID(connection: connection.name),
                        label: $0.name.hasPrefix("#") ? String($0.name.dropFirst()) : $0.name)
                }
            })
    }

    /// Creates the connector of a connection.
    private static func connector(
        _ settings: ConnectionSettings, _ connectors: [any Connector.Type], _ context: ConnectorContext,
        _ random: any RandomNumberGenerator & Sendable
    ) -> any Connector {
        func make<Candidate: Connector>(_ type: Candidate.Type) -> (any Connector)? {
            guard Candidate.network == settings.network.key, let read = settings.network.settings as? Candidate.Settings else {
                return nil
            }
            return Candidate(Connection(settings, read, context, random: random))
        }
        guard let connector = connectors.lazy.compactMap({ make($0) }).first else {
            preconditionFailure("the connector that read the settings of '\(settings.name)' creates the connection")
        }
        return connector
    }

    /// Returns the sender for a channel of another network; an `UnroutableSender` if no connection has the channel.
    package func sender(for channel: ChannelID) -> any Sender {
        byChannel[channel]
            ?? UnroutableSender(
                reason: "no configured connection has this channel", wasConfigured: store.directory.channel(channel) != nil)
    }

    /// The file storages of all networks that have one.
    package var fileSources: [any FileSource] { all.compactMap { ($0.connector as? any FileConnector)?.files } }

    /// Returns the attachment handling for messages that go to a channel of a connection.
    ///
    /// - Parameters:
    ///   - mezon: The file storage whose URLs are publicly readable.
    ///   - transfer: The transfer, built from `fileSources` and any further sources.
    ///   - ready: Returns once something can be sent to Mezon.
    package func attachmentReupload(
        for channel: ChannelID, mezon: any FileHost, by transfer: AttachmentTransfer,
        whenReady ready: @escaping @Sendable () async throws -> Void
    ) -> AttachmentReupload {
        guard let host = filesByChannel[channel] else {
            return AttachmentReupload(.linking, at: mezon, by: transfer, once: ready)
        }
        let sender = sender(for: channel)
        return AttachmentReupload(.storing, at: host, by: transfer) { try await sender.waitUntilConnected(to: channel) }
    }

    /// Returns the status of every connection.
    ///
    /// - Parameter waiting: The number of deliveries waiting for each channel.
    package func statuses(waiting: [ChannelID: Int]) async -> [ConnectorStatus] {
        var statuses: [ConnectorStatus] = []
        for (settings, connector) in all {
            var status = await connector.status
            for (index, channel) in settings.channels.enumerated() where status.channels.indices.contains(index) {
                status.channels[index].waiting = waiting[channel.id] ?? 0
            }
            statuses.append(status)
        }
        return statuses
    }

    /// Returns a line for each channel that has waiting deliveries but no connection in the configuration.
    package func unroutableChannels(pending: [ChannelID: Int]) -> [String] {
        pending.filter { $0.key.isExternal && byChannel[$0.key] == nil && store.directory.channel($0.key) != nil }
            .sorted { $0.key < $1.key }
            .map { channel, count in
                let label = store.directory.channel(channel)?.label ?? ""
                return "\(count) waiting for #\(label), which no configured connection has any more"
            }
    }

    /// Runs all connectors until graceful shutdown. The failure of one network affects neither the others nor Mezon.
    package func run() async throws {
        await cancelWhenGracefulShutdown { [all, logger] in
            await withDiscardingTaskGroup { group in
                for (settings, connector) in all {
                    group.addTask {
                        do {
                            try await connector.run()
                        } catch {
                            guard !(error is CancellationError) else { return }
                            logger.error(
                                "Connector stopped",
                                metadata: [
                                    "connection.name": "\(settings.name)",
                                    "connection.error": "\(StorageErrorDescription.words(for: error))",
                                ])
                        }
                    }
                }
            }
        }
        try await gracefulShutdown()
    }
}

/// A sender for channels that nothing can be sent to.
private struct UnroutableSender: Sender {
    let splitter: MessageSplitter? = nil
    let showsAuthorProfiles = false
    let repetition = ResendMode.idempotent
    private let refusal: SendError
    private let wasConfigured: Bool

    /// - Parameter wasConfigured: A Boolean value that indicates whether the channel had a connection before; its deliveries then wait for the
    ///   connection to return.
    init(reason: String, wasConfigured: Bool) {
        refusal = .refused(code: 404, reason)
        self.wasConfigured = wasConfigured
    }

    func waitUntilConnected(to channel: ChannelID) async throws { if wasConfigured { try await suspendUntilCancelled() } }
    func conversation(with user: UserID) async throws -> Channel { throw refusal }
    func send(_ outboundRequest: OutboundRequest) async throws -> SendResult { throw refusal }
    func history(of channel: Channel, before cursor: MessageID) async throws -> [Message] { throw refusal }
}
