import AsyncSupport
import Foundation
import Logging
import ServiceLifecycle
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Accepts requests from commands on this machine: one request per connection, as a line of JSON.
///
/// Only users who may access the data directory can open the socket. Each connection is served independently and with its own
/// timeout, so that a slow one does not delay others.
final class AdminSocketServer: Service {
    private struct State {
        var open = 0
        /// The connections whose request is incomplete, oldest first.
        var reading: [Int32] = []
    }

    private let folder: String
    private let health: HealthMonitor
    private let logger: Logger
    private let answer: @Sendable (AdminRequest) async -> AdminReply
    /// Opens once the server listens.
    private let isListening = AsyncGate()
    private let state = Mutex(State())

    private static let maxRequestLength = 4 << 20  // Bytes: an undo request lists every case.
    private static let maxConnections = 16  // Each uses a thread and the memory of at most one request.
    private static let requestTime: Duration = .seconds(5)  // A command writes its line immediately.
    private static let replyTime: Duration = .seconds(10)

    init(
        folder: String, health: HealthMonitor, logger: Logger, answer: @escaping @Sendable (AdminRequest) async -> AdminReply
    ) {
        self.folder = folder
        self.health = health
        self.logger = logger
        self.answer = answer
    }

    /// Runs until graceful shutdown. If it cannot listen, the application continues without it.
    func run() async throws {
        let listener: Int32
        do {
            listener = try listen()
        } catch {
            logger.error("Commands cannot reach this bot", metadata: ["admin.error": "\(error)"])
            health.degrade(.control, ["\(error)"])
            do { try await gracefulShutdown() } catch {}  // Nothing remains to do; the application continues without it.
            return
        }
        let (sockets, accepted) = AsyncStream<Int32>.makeStream()
        // Bounds the buffer: what is not taken yet waits in the kernel, so that no accepted connection is dropped.
        // Begins empty: a semaphore that is released below its initial value ends the process, and a connection that comes at the end
        // keeps its slot.
        let slots = DispatchSemaphore(value: 0)
        for _ in 0..<Self.maxConnections { slots.signal() }
        let thread = Thread { [self] in
            accept(from: listener, accepted, slots)
            close(listener)
        }
        thread.start()
        isListening.open()
        await withDiscardingTaskGroup { group in
            await withGracefulShutdownHandler {
                for await socket in sockets {
                    slots.signal()
                    group.addTask { await self.serve(socket) }
                }
            } onGracefulShutdown: {
                accepted.finish()
            }
            // Connections without a complete request do not delay the shutdown.
            state.withLock { state in
                for socket in state.reading { shutdown(socket, Int32(SHUT_RDWR)) }
            }
        }
        shutdown(listener, Int32(SHUT_RDWR))  // Wakes the thread, which then closes the listener.
        slots.signal()
        if let address = try? AdminSocketAddress(in: folder) { address.unlink() }
    }

    /// - Throws: `CancellationError`.
    func waitUntilListening() async throws { try await isListening.waitUntilOpen() }

    private func listen() throws -> Int32 {
        let address = try AdminSocketAddress(in: folder)
        let socket = AdminLineCodec.socket()
        guard socket >= 0 else { throw AdminSocketError.cannotListen(String(cString: strerror(errno))) }
        address.unlink()  // Left behind by a kill; the lock guarantees that the directory is ours.
        guard address.bind(socket), address.protect(), Glibc.listen(socket, 8) == 0 else {
            let reason = String(cString: strerror(errno))
            close(socket)
            throw AdminSocketError.cannotListen(reason)
        }
        return socket
    }

    /// Accepts connections on a dedicated thread, because the call blocks.
    private func accept(from listener: Int32, _ accepted: AsyncStream<Int32>.Continuation, _ slots: DispatchSemaphore) {
        while true {
            slots.wait()
            let socket = Glibc.accept(listener, nil, nil)
            guard socket >= 0, fcntl(socket, F_SETFD, FD_CLOEXEC) == 0 else {
                if errno == EINTR || errno == ECONNABORTED {
                    slots.signal()
                    continue
                }
                if errno == EMFILE || errno == ENFILE {
                    usleep(100_000)
                    slots.signal()
                    continue
                }
                return accepted.finish()
            }
            guard admit(socket) else {
                Self.reply(AdminReply(["too many concurrent commands; try again"], isRefused: true), to: socket)
                close(socket)
                slots.signal()
                continue
            }
            guard case .enqueued = accepted.yield(socket) else {
                leave(socket)
                continue
            }
        }
    }

    /// Admits a connection. If all slots are taken, the connection that has waited longest for its request is closed.
    private func admit(_ socket: Int32) -> Bool {
        state.withLock { state in
            if state.open >= Self.maxConnections {
                guard !state.reading.isEmpty else { return false }
                shutdown(state.reading.removeFirst(), Int32(SHUT_RDWR))  // Its reader sees the end of the stream and closes it.
            }
            state.open += 1
            state.reading.append(socket)
            return true
        }
    }

    /// Closes a connection. It is removed from the list first, because its descriptor may be reused at once.
    private func leave(_ socket: Int32) {
        state.withLock { state in
            state.reading.removeAll { $0 == socket }
            state.open -= 1
        }
        close(socket)
    }

    private func serve(_ socket: Int32) async {
        defer { leave(socket) }
        let line = await onDedicatedThread {
            AdminLineCodec.read(from: socket, limit: Self.maxRequestLength, within: Self.requestTime)
        }
        state.withLock { state in state.reading.removeAll { $0 == socket } }
        guard let line else { return }
        let reply: AdminReply
        if let request = try? JSONDecoder().decode(AdminRequest.self, from: Data(line)) {
            reply = await answer(request)
        } else {
            reply = AdminReply(["unknown request: the running bot is a different build than this command"], isRefused: true)
        }
        await onDedicatedThread { Self.reply(reply, to: socket) }
    }

    private static func reply(_ reply: AdminReply, to socket: Int32) {
        do {
            _ = AdminLineCodec.write(Array(try JSONEncoder().encode(reply)), to: socket, within: replyTime)
        } catch {
            preconditionFailure("texts, numbers and finite dates can always be written as JSON: \(error)")
        }
    }
}
