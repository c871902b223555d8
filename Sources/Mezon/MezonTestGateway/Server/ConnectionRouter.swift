import ChatModel
import Logging
import MezonProtocol
import NIOCore
import NIOHTTP1

/// Connects the sockets to the gateway state: passes requests to it, and sends its replies and events to the connections.
///
/// Confined to one event loop, so that messages need neither locks nor thread switches.
final class ConnectionRouter {
    var state: GatewayState
    var sessions: Sessions
    var faults: FaultInjector
    var generator = SystemRandomNumberGenerator()
    var address = GatewayAddress(host: "127.0.0.1", port: 0) {
        didSet { state.baseURL = address.baseURL }
    }
    let limits: GatewayLimits
    let timers: EventLoopTimers
    let time: any TimeSource
    let dates = HTTPDate()
    let logger: Logger
    private var connections: [ConnectionID: GatewayConnection] = [:]
    private var unflushed: [GatewayConnection] = []
    private var lastConnection = 0
    private var channels: [ObjectIdentifier: any NIOCore.Channel] = [:]

    init(state: GatewayState, faultSeed: UInt64, loop: any EventLoop, time: any TimeSource, logger: Logger) {
        self.state = state
        self.time = time
        self.logger = logger
        limits = state.limits
        sessions = Sessions(limit: limits.sessions)
        faults = FaultInjector(seed: faultSeed)
        timers = EventLoopTimers(loop: loop, time: time)
    }

    /// Registers a connection; returns false if there are too many.
    func admit(_ channel: any NIOCore.Channel) -> Bool {
        guard channels.count < limits.connections else { return false }
        let id = ObjectIdentifier(channel)
        channels[id] = channel
        channel.closeFuture.assumeIsolated().whenComplete { [weak self] _ in self?.channels[id] = nil }
        return true
    }

    func makeIdleTimeoutMonitor(_ onTimeout: @escaping () -> Void) -> IdleTimeoutMonitor {
        IdleTimeoutMonitor(timers: timers, time: time, limit: .seconds(state.switches.silenceSeconds), onTimeout: onTimeout)
    }

    /// Creates the connection of an upgraded WebSocket; `nil` if its token is no longer valid.
    func connect(_ channel: any NIOCore.Channel, _ head: HTTPRequestHead) -> GatewayConnection? {
        guard let token = GatewayHTTPRequest(head).parameter("token"), let user = sessions.user(Secret(token), at: time.now),
            let account = state.usersByID[user]
        else { return nil }
        lastConnection += 1
        let connection = GatewayConnection(
            id: lastConnection, account: account, channel: channel, backlogLimit: limits.backlogBytes)
        connections[connection.id] = connection
        state.subscriptions.open(connection.id, user: user)
        logger.debug("Socket opened", metadata: ["gateway.account": "\(account.name)", "gateway.connection": "\(connection.id)"])
        return connection
    }

    func remove(_ connection: GatewayConnection) {
        guard connections.removeValue(forKey: connection.id) != nil else { return }
        state.subscriptions.close(connection.id)
        logger.debug(
            "Socket closed", metadata: ["gateway.account": "\(connection.name)", "gateway.connection": "\(connection.id)"])
    }

    /// Sends pushes to their receivers; each push is encoded once.
    func deliver(_ pushes: [GatewayPush]) {
        for push in pushes where !push.receivers.isEmpty {
            let frame = ServerFrame.push(push.message)
            for id in push.receivers {
                guard let connection = connections[id] else { continue }
                guard let plan = faults.plan(at: "push", account: connection.name) else {
                    write(frame, to: connection)
                    continue
                }
                apply(plan, to: connection) { [weak self] in
                    for _ in 0..<plan.copies { self?.write(frame, to: connection) }
                }
            }
        }
    }

    /// Performs an action under a fault plan: immediately, later, or not at all.
    func apply(_ plan: FaultPlan, to connection: GatewayConnection, _ action: @escaping () -> Void) {
        if let code = plan.closeCode { return close(connection, code, "a fault") }
        if plan.halfOpens { return connection.halfOpen() }
        guard !plan.isDropped else { return }
        guard let delay = plan.delay else { return action() }
        timers.after(delay) { [weak self] in
            action()
            self?.flush()
        }
    }

    func write(_ frame: ByteBuffer, to connection: GatewayConnection) {
        if !connection.hasPendingBytes { unflushed.append(connection) }
        connection.write(frame)
    }

    /// Sends the pending bytes; called when the loop has read all available data.
    func flush() {
        let connections = unflushed
        unflushed.removeAll(keepingCapacity: true)
        for connection in connections { connection.flush() }
    }

    func close(_ connection: GatewayConnection, _ code: UInt16, _ reason: String) {
        connection.close(code, reason, timers: timers)
    }

    func connections(of user: UserID) -> [GatewayConnection] {
        connections.values.filter { $0.user == user }.sorted { $0.id < $1.id }
    }

    var connectionCount: Int { connections.count }

    /// Sends a close frame to every socket and closes every connection.
    func closeAll(on loop: any EventLoop) -> EventLoopFuture<Void> {
        timers.cancelAll()
        let sockets = connections.values.map { $0.closeAtOnce(1001, "the gateway is shutting down") }
        let channels = channels.values
        return EventLoopFuture.andAllComplete(sockets, on: loop).flatMap {
            EventLoopFuture.andAllComplete(channels.map { $0.close() }, on: loop)
        }
    }
}
