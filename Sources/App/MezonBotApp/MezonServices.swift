import AsyncSupport
import BotConfiguration
import ChatModel
import Logging
import MezonClient
import ServiceLifecycle
import Storage

/// The services that talk to a Mezon server: the socket, the readers over HTTP, and the sender.
struct MezonServices: Sendable {
    let me: UserID
    let client: SessionClient
    let socket: MezonConnection
    /// Opens while the connection is ready.
    let connected = AsyncGate()
    let history: ChannelHistory
    let clans: ClanReader
    let accounts: AccountLookupService
    let channels: ChannelLookup
    let members: MemberSyncService
    let media: MediaHosts
    let files: MezonFileHost
    let sender: MezonSender
    let presence: PresenceSender
    /// The service for read receipts; nil if the configuration does not enable them.
    let receipts: ReadReceiptService?

    init(
        _ compiled: CompiledConfiguration, gateway: GatewayAccess, session: Session, store: Store, timing: ConnectionTiming,
        time: any TimeSource, logger: Logger
    ) {
        // Mezon's own clients start about one call a second; the server's limit is not documented.
        let perSecond = compiled.isLocal ? nil : 1
        let reads = ReadRateLimiter(perSecond: perSecond, time: time)
        me = session.userID
        client = gateway.client
        socket = MezonConnection(
            client: client, tls: gateway.tls, time: time, logger: logger, timing: timing, activities: compiled.observedActivities,
            mayAct: { [lease = store.lease] in lease.isCurrent })
        history = ChannelHistory(client: client, rateLimiter: reads)
        clans = ClanReader(client: client, rateLimiter: reads)
        accounts = AccountLookupService(reader: clans, store: store, time: time, logger: logger)
        // Messages wait for these look-ups, which therefore do not wait for the lists of members.
        channels = ChannelLookup(
            store: store, me: me, time: time, logger: logger,
            read: ClanReader(client: client, perSecond: perSecond, time: time).channel)
        members = MemberSyncService(
            reader: clans, store: store, accounts: accounts, named: compiled.configuration.namedUsers, time: time, logger: logger)
        media = MediaHosts(api: session.api, isLocal: compiled.isLocal)
        files = MezonFileHost(client: client, baseURL: media.base)
        sender = MezonSender(
            socket: socket, client: client, store: store, time: time, history: history, connected: connected,
            uploader: AttachmentUploader(files: files, blobs: store.blobs),
            account: AccountClient(
                client: client, limits: compiled.configuration.bot.tokens, timeZone: compiled.configuration.bot.timeZone,
                time: time))
        presence = PresenceSender(socket: socket, store: store)
        receipts =
            !compiled.configuration.bot.receipts
            ? nil
            : ReadReceiptService(
                rateLimiter: ReadRateLimiter(perSecond: perSecond, time: time), logger: logger, mark: presence.markRead)
    }
}

extension Configuration {
    /// The users that the configuration names.
    fileprivate var namedUsers: [UserID] { names.all.filter { $0.kind == .users }.map { UserID($0.id) } }
}
