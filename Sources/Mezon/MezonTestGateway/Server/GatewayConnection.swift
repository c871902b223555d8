import ChatModel
import NIOCore

/// The server's end of one WebSocket. Lives on the event loop alone.
///
/// Gathers writes and flushes them once the loop has read everything: a thousand pushes cost one system call.
final class GatewayConnection {
    let id: ConnectionID
    let user: UserID
    let name: String
    private let channel: any NIOCore.Channel
    private let backlogLimit: Int
    private var gathered = ByteBuffer()
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

    var hasSomethingToFlush: Bool { gathered.readableBytes > 0 }

    /// Gathers a frame; cuts the connection off where its reader is too slow.
    func write(_ frame: ByteBuffer) {
        guard state == .open else { return }
        guard gathered.readableBytes + bytesInFlight + frame.readableBytes <= backlogLimit else {
            state = .closing
            gathered.clear()
            channel.close(promise: nil)
            return
        }
        gathered.writeImmutableBuffer(frame)
    }

    func flush() {
        guard hasSomethingToFlush else { return }
        let bytes = gathered
        gathered = ByteBuffer()
        bytesInFlight += bytes.readableBytes
        channel.writeAndFlush(bytes).assumeIsolated().whenComplete { [weak self] _ in
            self?.bytesInFlight -= bytes.readableBytes
        }
    }

    /// Swallows everything from now on, in both directions, without closing.
    func halfOpen() {
        flush()
        state = .halfOpen
    }

    /// Says goodbye, and closes once that is written and the client has answered, or `timers` say that it will not.
    func close(_ code: UInt16, _ reason: String, timers: EventLoopTimers) {
        guard state != .closing else { return }
        if state == .open { gathered.writeImmutableBuffer(ServerFrame.close(code, reason)) }
        flush()
        state = .closing
        channel.close(mode: .output, promise: nil)
        timers.after(.seconds(1)) { [channel] in channel.close(promise: nil) }
    }

    /// The client has answered a goodbye, or said its own.
    func end() { channel.close(promise: nil) }

    /// Says goodbye and closes without waiting for the client.
    func closeAtOnce(_ code: UInt16, _ reason: String) -> EventLoopFuture<Void> {
        if state == .open { gathered.writeImmutableBuffer(ServerFrame.close(code, reason)) }
        state = .closing
        let bytes = gathered
        gathered = ByteBuffer()
        return channel.writeAndFlush(bytes).flatMap { [channel] in channel.close() }
    }
}
