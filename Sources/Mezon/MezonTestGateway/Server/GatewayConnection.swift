import ChatModel
import NIOCore

/// The server's side of one WebSocket. Confined to the event loop.
///
/// Collects writes and flushes them once the loop has read everything, so that a thousand pushes need one system call.
final class GatewayConnection {
    let id: ConnectionID
    let user: UserID
    let name: String
    private let channel: any NIOCore.Channel
    private let backlogLimit: Int
    private var pending = ByteBuffer()
    private var bytesInFlight = 0
    private(set) var state = State.open

    enum State { case open, halfOpen, closing }

    init(id: ConnectionID, account: GatewayUser, channel: any NIOCore.Channel, backlogLimit: Int) {
        self.id = id
        user = account.id
        name = account.name
        self.channel = channel
        self.backlogLimit = backlogLimit
    }

    var hasPendingBytes: Bool { pending.readableBytes > 0 }

    /// Adds a frame to the pending bytes; closes the connection if its reader is too slow.
    func write(_ frame: ByteBuffer) {
        guard state == .open else { return }
        guard pending.readableBytes + bytesInFlight + frame.readableBytes <= backlogLimit else {
            state = .closing
            pending.clear()
            channel.close(promise: nil)
            return
        }
        pending.writeImmutableBuffer(frame)
    }

    func flush() {
        guard hasPendingBytes else { return }
        let bytes = pending
        pending = ByteBuffer()
        bytesInFlight += bytes.readableBytes
        channel.writeAndFlush(bytes).assumeIsolated().whenComplete { [weak self] _ in
            self?.bytesInFlight -= bytes.readableBytes
        }
    }

    /// Discards all further data in both directions without closing.
    func halfOpen() {
        flush()
        state = .halfOpen
    }

    /// Sends a close frame, and closes after the client's answer, or after a timeout.
    func close(_ code: UInt16, _ reason: String, timers: EventLoopTimers) {
        guard state != .closing else { return }
        if state == .open { pending.writeImmutableBuffer(ServerFrame.close(code, reason)) }
        flush()
        state = .closing
        channel.close(mode: .output, promise: nil)
        timers.after(.seconds(1)) { [channel] in channel.close(promise: nil) }
    }

    /// Closes the channel after the client's close frame.
    func end() { channel.close(promise: nil) }

    /// Sends a close frame and closes without waiting for the client.
    func closeAtOnce(_ code: UInt16, _ reason: String) -> EventLoopFuture<Void> {
        if state == .open { pending.writeImmutableBuffer(ServerFrame.close(code, reason)) }
        state = .closing
        let bytes = pending
        pending = ByteBuffer()
        return channel.writeAndFlush(bytes).flatMap { [channel] in channel.close() }
    }
}
