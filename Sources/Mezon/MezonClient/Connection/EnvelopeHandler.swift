import AsyncSupport
import ChatModel
import Foundation
import Logging
import MezonProtocol
import NIOCore
import NIOWebSocket
import SwiftProtobuf
import Transport

/// The last handler of a connection, which translates between complete messages and requests, responses and events.
///
/// Responses resume their callers at once. Events are passed on once per burst of reading, as an array.
final class EnvelopeHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    /// Signals from other threads to the handler.
    enum Wake { case requests, reading }

    /// The dependencies of the handler.
    struct Dependencies: Sendable {
        var me: UserID
        var timing: ConnectionTiming
        /// The kinds of activities of members that are passed on.
        var activities: Set<MemberActivity.Kind>
        var time: any TimeSource
        var events: BackpressuredBuffer<ConnectionEvent>
        var requests: RequestQueue
        var mayAct: @Sendable () -> Bool
        var ended: EventLoopPromise<String>
        /// Called for each channel that is joined because of an event.
        var channelJoined: @Sendable (ChatModel.Channel) -> Void
        /// Called for each channel that was deleted.
        var channelDeleted: @Sendable (ChannelID) -> Void
        /// Called for each clan that the bot was added to.
        var clanJoined: @Sendable (ClanID) -> Void
        /// Called for each clan that the bot has left.
        var clanLeft: @Sendable (ClanID) -> Void
        /// Called once per burst of reading.
        var addCounters: @Sendable (ConnectionCounters) -> Void
        var logger: Logger
    }

    /// The interval at which deadlines are checked while requests wait for their responses, and otherwise. A request times out at most
    /// the shorter one late.
    static let checkInterval: Duration = .milliseconds(200)
    static let idleCheckInterval: Duration = .seconds(1)

    private let dependencies: Dependencies
    private var open = OpenRequests()
    private var heartbeat: Heartbeat
    private var burst: [ReceivedEvent] = []
    private var burstTime: Date?
    /// The counters since the last burst.
    private var counts = ConnectionCounters()
    /// The counts for the whole connection, which determine the logging.
    private var undecodableFrames = 0
    private var refusedEvents = 0
    private var isReadingPaused = false
    private var isReadWanted = false
    private var tick: Scheduled<Void>?
    private var isTickIdle = true
    private var reason: String?

    init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
        heartbeat = Heartbeat(
            period: dependencies.timing.ping, timeout: dependencies.timing.pongTimeout, startedAt: dependencies.time.uptime)
    }

    func handlerAdded(context: ChannelHandlerContext) { scheduleTick(context) }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        reason = reason ?? ConnectionErrorDescription.description(for: error)
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = [UInt8](Self.unwrapInboundIn(data).readableBytesView)
        counts.frames += 1
        heartbeat.dataReceived()
        do {
            switch try Frame(bytes) {
            case .envelope(let envelope) where envelope.cid != 0: open.answer(envelope, counting: &counts)
            case .envelope(let envelope): handle(envelope, bytes, context)
            case .raw(let frame): open.answer(frame, counting: &counts)
            }
        } catch {
            counts.undecodableFrames += 1
            undecodableFrames += 1
            // Logs at every power of two, so that a faulty server does not fill the disk with log entries.
            if undecodableFrames.nonzeroBitCount == 1 {
                dependencies.logger.warning(
                    "Undecodable frame",
                    metadata: [
                        "socket.bytes": "\(bytes.count)", "socket.undecodable": "\(undecodableFrames)",
                        "socket.error": "\(error)",
                    ])
            }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        flushBurst(context)
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event as? WebSocketHandler.Notice {
        case .alive: heartbeat.dataReceived()
        case .textIgnored:
            heartbeat.dataReceived()
            counts.textFrames += 1
        case .ending(let reason): self.reason = self.reason ?? reason
        case nil: context.fireUserInboundEventTriggered(event)
        }
    }

    func read(context: ChannelHandlerContext) {
        if isReadingPaused { isReadWanted = true } else { context.read() }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        switch event as? Wake {
        case .requests: sendRequests(context)
        case .reading: resumeReading(context)
        case nil:
            if case .close? = event as? WebSocketHandler.Command, open.hasWaiters {
                // The kernel would go on sending them, although they may be sent again on another connection.
                let reset = WebSocketHandler.Command.reset("closed by the client before requests were answered")
                return context.triggerUserOutboundEvent(reset, promise: promise)
            }
            context.triggerUserOutboundEvent(event, promise: promise)
        }
    }

    /// Passes on a pushed event, and joins the channel that it requires to join.
    private func handle(_ envelope: RtEnvelope, _ bytes: [UInt8], _ context: ChannelHandlerContext) {
        if let channel = ChannelSubscriptions.channel(in: envelope, me: dependencies.me) {
            dependencies.channelJoined(channel)
            write(ChannelSubscriptions.request(channel).wireBytes, for: nil, context)
            context.flush()
        }
        let receivedAt = burstTime ?? dependencies.time.now
        burstTime = receivedAt
        let (push, event, isRefused) = ReceivedEvent.make(envelope, bytes, receivedAt: receivedAt)
        if isRefused { refuse(bytes) }
        if let event {
            switch event.event {
            case .channelDeleted(let channel): dependencies.channelDeleted(channel.id)
            case .memberJoined(let membership) where membership.users.contains(dependencies.me):
                dependencies.clanJoined(membership.clan)
            case .memberLeft(let membership) where membership.users.contains(dependencies.me):
                dependencies.clanLeft(membership.clan)
            default: break
            }
            burst.append(event)
        } else if case .activity(let activities) = push {
            for activity in activities where dependencies.activities.contains(activity.kind) {
                burst.append(ReceivedEvent(frame: bytes, event: .system(.activity(activity)), receivedAt: activity.at))
            }
        } else if case .session(let session) = push {
            flushBurst(context)
            _ = dependencies.events.offer(.session(session))
        }
    }

    private func refuse(_ bytes: [UInt8]) {
        counts.refusedEvents += 1
        refusedEvents += 1
        guard refusedEvents.nonzeroBitCount == 1 else { return }  // As for undecodable frames.
        dependencies.logger.warning(
            "Event rejected: too long, or implausible message id",
            metadata: ["socket.bytes": "\(bytes.count)", "socket.refused": "\(refusedEvents)"])
    }

    /// Passes the events of a burst to the buffer, and stops reading if it is full.
    private func flushBurst(_ context: ChannelHandlerContext) {
        burstTime = nil
        counts.events += burst.count
        // Before the events, so that a reader of an event finds it already counted.
        dependencies.addCounters(counts)
        counts = ConnectionCounters()
        if !burst.isEmpty {
            let channel = context.channel
            let isFull = dependencies.events.offer(.events(burst)) {
                channel.pipeline.triggerUserOutboundEvent(Wake.reading, promise: nil)
            }
            burst = []
            if isFull {
                isReadingPaused = true
                heartbeat.pause()
            }
        }
    }

    private func resumeReading(_ context: ChannelHandlerContext) {
        guard isReadingPaused else { return }
        isReadingPaused = false
        heartbeat.resume(at: dependencies.time.uptime)
        guard isReadWanted else { return }
        isReadWanted = false
        context.read()
    }

    private func sendRequests(_ context: ChannelHandlerContext) {
        let requests = dependencies.requests.takeAll()
        // As late as possible: a process that was stopped since the request was queued may have lost the right to send it.
        let mayAct = dependencies.mayAct()
        for request in requests {
            guard mayAct || !request.requiresPermission else {
                request.slot.settle(.failure(SocketError.notConnected))
                continue
            }
            write(request.body, for: request.slot, isOrdered: request.isOrdered, context)
        }
        if isTickIdle, !open.isEmpty {
            tick?.cancel()
            scheduleTick(context)
        }
        if !requests.isEmpty { context.flush() }
    }

    /// Writes a request.
    ///
    /// - Parameter slot: `nil` for a ping, and for a join because of an event: their responses only show that the server is alive.
    private func write(
        _ body: [UInt8], for slot: (any ReplyReceiver)?, isOrdered: Bool = false, _ context: ChannelHandlerContext
    ) {
        guard let cid = open.add(slot, isOrdered: isOrdered, at: dependencies.time.uptime) else { return }
        var buffer = context.channel.allocator.buffer(capacity: body.count + 4)
        EnvelopePrefix.write(cid, into: &buffer)
        buffer.writeBytes(body)
        context.write(Self.wrapOutboundOut(buffer), promise: nil)
    }

    private func scheduleTick(_ context: ChannelHandlerContext) {
        // A response to a ping moves its deadline forward, at the earliest to one period after the ping.
        isTickIdle = open.isEmpty
        let pause = min(
            max(heartbeat.deadline - dependencies.time.uptime, .milliseconds(1)),
            isTickIdle ? Self.idleCheckInterval : Self.checkInterval, dependencies.timing.ping)
        tick = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(pause)) { self.checkDeadlines(context) }
    }

    /// Expires overdue requests, sends a ping when one is due, and closes a dead connection.
    private func checkDeadlines(_ context: ChannelHandlerContext) {
        let uptime = dependencies.time.uptime
        open.expire(at: uptime, dependencies.timing)
        let due = heartbeat.deadline
        switch heartbeat.decision(at: uptime) {
        case .wait:
            if open.needsProbe(at: uptime, dependencies.timing) { writePing(context) }
        case .ping:
            counts.pings += 1
            counts.latestPing = max(counts.latestPing, uptime - due)
            writePing(context)
        case .dead:
            reason = reason ?? "no response within \(dependencies.timing.pongTimeout) after a ping"
            context.triggerUserOutboundEvent(ConnectionReset.Request(), promise: nil)
            return
        }
        scheduleTick(context)
    }

    private func writePing(_ context: ChannelHandlerContext) {
        write(RtEnvelope.with { $0.ping = RtPing() }.wireBytes, for: nil, isOrdered: true, context)
        context.flush()
    }

    /// Fails all waiting requests after the end of the connection.
    private func end() {
        tick?.cancel()
        tick = nil
        for request in dependencies.requests.close() { request.slot.settle(.failure(SocketError.notConnected)) }
        open.failAll()
        if !burst.isEmpty {
            _ = dependencies.events.offer(.events(burst))
            burst = []
        }
        dependencies.ended.succeed(reason ?? "the connection ended")
    }
}
