import ChatModel
import Logging
import MezonProtocol
import NIOCore
import NIOHTTP1

/// Connects the sockets to the gateway state: passes requests to it, and sends its replies and events to the connections.
///
/// Lives on one event loop, which owns everything in it: a message costs no lock and no hop.
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

    /// Counts a connection in; false where there are too many.
    func admit(_ channel: any NIOCore.Channel) -> Bool {
        guard channels.count < limits.connections else { return false }
        let id = ObjectIdentifier(channel)
        channels[id] = channel
        channel.closeFuture.assumeIsolated().whenComplete { [weak self] _ in self?.channels[id] = nil }
        return true
    }

    func watchForSilence(_ onSilence: @escaping () -> Void) -> IdleTimeoutMonitor {
        IdleTimeoutMonitor(timers: timers, time: time, limit: .seconds(state.switches.silenceSeconds), onSilence: onSilence)
    }

    /// Takes in a WebSocket whose token was found good; `nil` where it is no longer.
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

    /// Sends pushes to those they are for, each encoded once.
    func deliver(_ pushes: [GatewayPush]) {
        for push in pushes where !push.receivers.isEmpty {
            let frame = ServerFrame.push(push.message)
            for id in push.receivers {
                guard let connection = connections[id] else { continue }
                guard let interference = faults.interference(at: "push", account: connection.name) else {
                    write(frame, to: connection)
                    continue
                }
                disturb(connection, interference) { [weak self] in
                    for _ in 0..<interference.copies { self?.write(frame, to: connection) }
                }
            }
        }
    }

    /// Does a thing under interference: at once, later, or not at all.
    func disturb(_ connection: GatewayConnection, _ interference: FaultPlan, _ action: @escaping () -> Void) {
        if let code = interference.closeCode { return close(connection, code, "a fault") }
        if interference.halfOpens { return connection.halfOpen() }
        guard !interference.isDropped else { return }
        guard let delay = interference.delay else { return action() }
        timers.after(delay) { [weak self] in
            action()
            self?.flush()
        }
    }

    func write(_ frame: ByteBuffer, to connection: GatewayConnection) {
        if !connection.hasSomethingToFlush { unflushed.append(connection) }
        connection.write(frame)
    }

    /// Sends what was gathered; called when the loop has read all there is.
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

    /// Says goodbye to every socket and closes every connection.
    func closeAll(on loop: any EventLoop) -> EventLoopFuture<Void> {
        timers.cancelAll()
        let sockets = connections.values.map { $0.closeAtOnce(1001, "the gateway goes away") }
        let channels = channels.values
        return EventLoopFuture.andAllComplete(sockets, on: loop).flatMap {
            EventLoopFuture.andAllComplete(channels.map { $0.close() }, on: loop)
        }
    }
}
