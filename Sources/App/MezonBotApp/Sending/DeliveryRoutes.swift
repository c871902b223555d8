import AsyncSupport
import BotConfiguration
import BotKit
import ChatModel
import ConnectorKit
import Delivery
import Logging
import MezonClient
import Storage

/// The way of each delivery out of the application: to Mezon, to the connector of its channel, or to a web server.
struct DeliveryRoutes: Sendable {
    private let mezon: MezonServices
    private let connectors: ConnectorRegistry
    private let web: WebRequestSender
    private let transfer: AttachmentTransfer
    /// The middleware of all channels of Mezon.
    private let mezonMiddleware: [any DeliveryMiddleware]

    init(
        _ configuration: Configuration, mezon: MezonServices, connectors: ConnectorRegistry, store: Store, time: any TimeSource,
        logger: Logger
    ) {
        web = WebRequestSender(
            configuration, web: WebFetcher(configuration.httpAccess, time: time, logger: logger),
            clan: { store.directory.channel($0)?.clan }, time: time)
        self.mezon = mezon
        self.connectors = connectors
        let sources: [any FileSource] = [
            StoredFileSource(blobs: store.blobs), WebFileSource(allowedPrivate: mezon.media.privateOrigins, time: time),
        ]
        transfer = AttachmentTransfer(from: connectors.fileSources + sources, store: store, time: time, logger: logger)
        mezonMiddleware = [
            AttachmentReupload(.mezon, at: mezon.files, by: transfer, once: mezon.connected.waitUntilOpen)
        ]
    }

    func sender(for channel: ChannelID) -> any Sender {
        if channel.isWeb { return web }
        return channel.isExternal ? connectors.sender(for: channel) : mezon.sender
    }

    /// The middleware that runs after that of the configuration.
    func middleware(for channel: ChannelID) -> [any DeliveryMiddleware] {
        guard channel.isExternal else { return mezonMiddleware }
        return [
            connectors.attachmentReupload(
                for: channel, mezon: mezon.files, by: transfer, whenReady: mezon.connected.waitUntilOpen)
        ]
    }
}
